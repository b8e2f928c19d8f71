import { describe, expect, it } from 'vitest';
import type { Brief } from '../../src/domain/brief.ts';
import { toJson } from '../../src/render/json.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { renderText } from '../../src/render/text.ts';
import { quietBrief, solidBrief, unobservedBrief } from './brief-fixture.ts';

const BRIEFS: Readonly<Record<string, Brief>> = {
  topics: solidBrief(),
  'nothing-solid': quietBrief({ domain: 'C# tools', origin: 'mock', bundleId: null }),
  unobserved: unobservedBrief({ origin: 'replay', boundary: ['reddit', 'v2ex'], subreddits: ['db', 'rust'] }),
};

describe.each(Object.entries(BRIEFS))('the whole brief of %s', (name, brief) => {
  it('as text', async () => {
    await expect(renderText(brief)).toMatchFileSnapshot(`expected/${name}-text.txt`);
  });

  it('as Markdown', async () => {
    await expect(renderMarkdown(brief)).toMatchFileSnapshot(`expected/${name}-markdown.txt`);
  });

  it('as JSON', async () => {
    await expect(`${JSON.stringify(toJson(brief), null, 2)}\n`).toMatchFileSnapshot(`expected/${name}-json.txt`);
  });

  it('is the same every time', () => {
    expect(renderText(structuredClone(brief))).toBe(renderText(brief));
    expect(renderMarkdown(structuredClone(brief))).toBe(renderMarkdown(brief));
  });
});
