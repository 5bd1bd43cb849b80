// `npm run sbom -- FILE`: writes a CycloneDX 1.6 bill of materials: every package that runs on the server or in
// browsers, including those bundled into dist, with its version, licence, hash and package URL.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import parseExpression from 'spdx-expression-parse';
import { LOCK, shippedPackages } from './shipped-packages.mjs';

const { positionals } = parseArgs({ allowPositionals: true });
const [file] = positionals;
if (positionals.length !== 1)
  throw new Error('Name one file to write to, such as npm run sbom -- countersign.cdx.json');

const licences = new Contrib.License.Factories.LicenseFactory(parseExpression);
const { name, version } = LOCK[''];
const bom = new Models.Bom({
  metadata: new Models.Metadata({
    component: new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: name }),
  }),
  components: new Models.ComponentRepository(
    [...(await shippedPackages())].map(([path, places]) => componentOf(path, places)),
  ),
});
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
const text = serializer.serialize(bom, { sortLists: true, space: 2 });
const wrong = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
if (wrong) throw new Error(`The bill of materials is not valid: ${JSON.stringify(wrong)}`);
writeFileSync(file, `${text}\n`);
console.log(`${bom.components.size} packages in ${file}`);

function componentOf(path, places) {
  const { version, license, integrity } = LOCK[path];
  const fullName = path.replace(/^.*node_modules\//, '');
  const [group, name] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName];
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`;
  return new Models.Component(Enums.ComponentType.Library, name, {
    group,
    version,
    purl,
    bomRef: path,
    hashes: new Models.HashDictionary(hashesOf(integrity)),
    licenses: new Models.LicenseRepository(license ? [licences.makeFromString(license)] : []),
    properties: new Models.PropertyRepository([
      new Models.Property('countersign:runs-on', [...places].sort().join(', ')),
    ]),
  });
}

/** The hash by which npm checked the package's archive (Subresource Integrity). */
function hashesOf(integrity) {
  const [, digest] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return digest ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')]] : [];
}
