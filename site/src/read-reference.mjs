import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/package-folders.mjs';
import { entriesOf, writtenTypes } from '../../scripts/public-exports.mjs';
import { excerptOf, placeOfUse } from './excerpts.mjs';
import { membersOf } from './read-members.mjs';
import { signaturesOf } from './read-signatures.mjs';

/**
 * @typedef {object} ReferenceEntry
 * @property {string} name
 * @property {string} sentence What its documentation says.
 * @property {string} code How it is declared.
 * @property {readonly import('./read-members.mjs').Member[]} members What its values have, or what is given in it.
 * @property {string | undefined} home The folder of the package that declares it, where that is another one.
 * @property {Example | undefined} example
 * @property {{ name: string, home: string } | undefined} shownBy What takes or gives it, whose example is its own, where it has none.
 */

/** @typedef {import('./excerpts.mjs').Example} Example */
/** @typedef {{ entry: string, exports: readonly ReferenceEntry[] }} ReferenceModule */

/**
 * What users can import of each package, as its types and their sentences say, each with an example.
 * @param {readonly import('../../scripts/packages.mjs').WorkspacePackage[]} packages
 * @param {import('../../scripts/public-examples.mjs').PublicExamples} examples
 * @returns {ReadonlyMap<string, readonly ReferenceModule[]>} By the folder of the package.
 */
export function readReference(packages, { program, usesOf, shownBy }) {
  const checker = program.getTypeChecker();
  const published = packages.filter(({ manifest }) => manifest.private !== true).map(({ folder }) => folder);
  /** @type {Map<ts.Symbol, { name: string, home: string }>} Where each export is described, and by which name: in its own package, or by who hands it on. */
  const described = new Map();
  for (const one of packages) {
    for (const exported of entriesOf(one).flatMap(({ file }) => exportsOf(file))) {
      const symbol = declared(exported);
      const home = homeOf(symbol) || one.folder;
      if (home === one.folder && !described.has(symbol)) described.set(symbol, { name: exported.name, home });
    }
  }
  return new Map(
    packages.map((one) => [
      one.folder,
      entriesOf(one).map(({ entry, file }) => ({
        entry,
        exports: exportsOf(file).map((exported) => describe(exported, one.folder)),
      })),
    ]),
  );

  /** @param {string} file */
  function exportsOf(file) {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`${file} exports nothing`);
    return checker.getExportsOfModule(symbol).toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  }

  /**
   * What is called comes before the types of it.
   * @param {ts.Symbol} exported
   */
  function placeOf(exported) {
    const { flags } = declared(exported);
    return `${(flags & ts.SymbolFlags.Value) === 0 ? 1 : 0} ${exported.name}`;
  }

  /** @param {ts.Symbol} exported */
  function declared(exported) {
    return (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
  }

  /** @param {ts.Symbol} symbol */
  function homeOf({ declarations }) {
    const file = declarations?.[0]?.getSourceFile().fileName ?? '';
    return published.find((folder) => file.startsWith(`${join(root, folder)}/`)) ?? '';
  }

  /**
   * @param {ts.Symbol} exported
   * @param {string} folder
   * @returns {ReferenceEntry}
   */
  function describe(exported, folder) {
    const symbol = declared(exported);
    const home = homeOf(symbol);
    const best = bestUseOf(usesOf(symbol), `${folder}/README.md`);
    // A type that only tests name is seen best where it is given or taken.
    const taker = best && /\.md$|^examples\//.test(best.example.path) ? undefined : shownBy(symbol);
    const use = taker === undefined ? best : undefined;
    return {
      name: exported.name,
      sentence: ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s*\n\s*/g, ' '),
      code: signaturesOf(exported.name, symbol, checker),
      members: membersOf(symbol, checker, writtenTypes.test(exported.name) ? usesOf : () => []),
      home: home === folder || home === '' ? undefined : home,
      example: use && { code: excerptOf(use.node), place: placeOfUse(use) },
      shownBy: taker && described.get(taker),
    };
  }
}

/**
 * What calls it, in the words of the same package, comes before what only names it.
 * @param {readonly import('../../scripts/read-uses.mjs').Use[]} uses
 * @param {string} own
 */
function bestUseOf(uses, own) {
  const rank = (/** @type {import('../../scripts/read-uses.mjs').Use} */ { example, node }) =>
    (example.path === own ? 0 : 2) + (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent) ? 0 : 1);
  return uses.toSorted((one, other) => rank(one) - rank(other))[0];
}
