import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const versionsSchema = z.record(z.string(), z.string());
const packageSchema = z.looseObject({
  dependencies: versionsSchema,
  optionalDependencies: versionsSchema,
  devDependencies: versionsSchema,
  allowScripts: z.record(z.string(), z.boolean()),
});
const lockSchema = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});
const read = (name: string): unknown => JSON.parse(readFileSync(`${ROOT}${name}`, 'utf8'));
const manifest = packageSchema.parse(read('package.json'));
const { packages } = lockSchema.parse(read('package-lock.json'));
const { '': root, ...installed } = packages;
const declared = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
/** `node_modules/a/node_modules/@b/c` is @b/c. */
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';

describe('what is installed', () => {
  it('is named by exact versions, the same in the lockfile', () => {
    for (const [name, version] of Object.entries(declared)) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect([name, installed[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    expect(root).toMatchObject({ dependencies, optionalDependencies, devDependencies });
  });

  it('has the hash of its content in the lockfile, and comes from the registry alone', () => {
    expect(Object.keys(installed).length).toBeGreaterThan(50);
    for (const [path, { integrity, resolved, link }] of Object.entries(installed)) {
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[\w+/]{86}==$/)]);
      expect([path, resolved ?? 'https://registry.npmjs.org/', link]).toEqual([
        path,
        expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
        undefined,
      ]);
    }
  });

  it('runs no install script but those that are allowed by name', () => {
    const scripted = Object.entries(installed).flatMap(([path, { hasInstallScript }]) => (hasInstallScript === true ? [nameOf(path)] : []));
    const optionalElsewhere = ['fsevents'];
    expect([...new Set(scripted)].filter((name) => !optionalElsewhere.includes(name)).sort()).toEqual(
      Object.keys(manifest.allowScripts).sort(),
    );
  });
});

it('npm run sbom lists every package that ships, and none that only builds', () => {
  const sbomSchema = z.looseObject({
    bomFormat: z.literal('CycloneDX'),
    components: z.array(z.looseObject({ name: z.string(), version: z.string(), purl: z.string() })),
  });
  const printed = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 });
  const names = sbomSchema.parse(JSON.parse(printed)).components.map(({ name, version }) => `${name}@${version}`);
  const shipped = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`);
  expect(names).toEqual(expect.arrayContaining(shipped));
  for (const name of Object.keys(manifest.devDependencies)) expect(names.filter((listed) => listed.startsWith(`${name}@`))).toEqual([]);
});
