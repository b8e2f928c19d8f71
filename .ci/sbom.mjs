/**
 * Takes what only builds and tests out of an SBOM made by npm. Its own `--omit dev` also drops a package that ships when a
 * development package wants it too (zod, which knip uses), so the list is made whole and cut here, by npm's own marks.
 */
import { text } from 'node:stream/consumers';

const sbom = JSON.parse(await text(process.stdin));
const isDevelopment = ({ properties = [] }) => properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
const components = sbom.components.filter((component) => !isDevelopment(component));
const kept = new Set([sbom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = sbom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => kept.has(name)) }));
process.stdout.write(`${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`);
