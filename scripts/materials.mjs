/** @typedef {import('./runtime-packages.mjs').RuntimePackage} RuntimePackage */

/** Licences that users of an Apache-2.0 package can follow without further conditions. */
const accepted = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/**
 * What is wrong with the licences of packages.
 * @param {readonly RuntimePackage[]} packages
 */
export function findLicenseProblems(packages) {
  return packages
    .filter(({ license }) => !isAccepted(license))
    .map(
      ({ name, version, license }) =>
        `${name}@${version} has ${license === '' ? 'no licence in its package.json' : `the licence ${license}`}: do without it, or add the licence to scripts/materials.mjs if users may follow it as ours`,
    );
}

/**
 * Whether users can follow a licence expression. With an AND, all of its licences must be accepted, also those of an OR.
 * @param {string} license
 */
function isAccepted(license) {
  const names = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  return license.includes(' AND ')
    ? names.every((one) => accepted.includes(one))
    : names.some((one) => accepted.includes(one));
}

/**
 * A bill of materials in the form of CycloneDX 1.6.
 * @param {readonly RuntimePackage[]} packages
 */
export function billOfMaterials(packages) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': addressOf(one.name, one.version),
      name: one.name,
      version: one.version,
      purl: addressOf(one.name, one.version),
      licenses: [/[ (]/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
    })),
    dependencies: packages.map((one) => ({
      ref: addressOf(one.name, one.version),
      dependsOn: one.needs.map((id) => addressOf(id.slice(0, id.lastIndexOf('@')), id.slice(id.lastIndexOf('@') + 1))),
    })),
  };
}

/**
 * The address of a package, as bills of materials name it.
 * @param {string} name
 * @param {string} version
 */
function addressOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/**
 * The licences of what our packages bring along, with their texts.
 * @param {readonly RuntimePackage[]} packages
 */
export function licensesOf(packages) {
  const theirs = packages.filter(({ isOurs }) => !isOurs);
  const sections = theirs.map(
    ({ name, version, license, licenseText }) =>
      `## ${name} ${version}: ${license}\n\n${licenseText || 'It comes without the text of its licence.'}\n`,
  );
  return ['# Licences of what the packages bring along\n', ...sections].join('\n');
}
