import { describe, expect, it } from 'vitest';
import { quoteArgument } from '../../src/platform/shell.ts';
import { runPrinted } from '../support/run-cli.ts';

describe('an argument of a printed command', () => {
  it.each(["it's", '$(reboot)', '`x`', 'a b', '"q"', '!!', '*', '~', '#x', 'a;b', '&', '\\', '', 'ünïcode', "''"])(
    '%s reaches the program as it is',
    async (text) => {
      const { stdout } = await runPrinted(`printf %s ${quoteArgument(text, 'linux')}`);
      expect(stdout).toBe(text);
    },
  );

  it('is quoted for Windows where a shell there would split it', () => {
    expect(quoteArgument('C:\\Users\\a\\store', 'win32')).toBe('C:\\Users\\a\\store');
    expect(quoteArgument('C:\\My "x" Store', 'win32')).toBe('"C:\\My ""x"" Store"');
  });

  it('stands bare where it can', () => {
    expect(quoteArgument('/a/b-c_d.json', 'linux')).toBe('/a/b-c_d.json');
  });
});
