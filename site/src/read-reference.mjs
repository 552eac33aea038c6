import { join } from 'node:path';
import ts from 'typescript';
import { readPackages, root } from '../../scripts/packages.mjs';
import { entriesOf, readConfig } from '../../scripts/public-exports.mjs';
import { membersOf } from './read-members.mjs';
import { signaturesOf } from './read-signatures.mjs';

/**
 * @typedef {object} ReferenceEntry
 * @property {string} name
 * @property {string} sentence What its documentation says.
 * @property {string} code How it is declared.
 * @property {readonly import('./read-members.mjs').Member[]} members What its values have, or what is given in it.
 * @property {string | undefined} home The folder of the package that declares it, where that is another one.
 */

/** @typedef {{ entry: string, exports: readonly ReferenceEntry[] }} ReferenceModule */

/**
 * What users can import of each package, as its types and their sentences say.
 * @returns {ReadonlyMap<string, readonly ReferenceModule[]>} By the folder of the package.
 */
export function readReference() {
  const packages = readPackages();
  const entries = new Map(packages.map((one) => [one.folder, entriesOf(one)]));
  const program = ts.createProgram(
    [...entries.values()].flat().map(({ file }) => file),
    readConfig().options,
  );
  const checker = program.getTypeChecker();
  const published = packages.filter(({ manifest }) => manifest.private !== true).map(({ folder }) => folder);
  return new Map(
    [...entries].map(([folder, modules]) => [
      folder,
      modules.map(({ entry, file }) => ({ entry, exports: exportsOf(file).map((one) => describe(one, folder)) })),
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
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const { flags } = isAlias ? checker.getAliasedSymbol(exported) : exported;
    return `${(flags & ts.SymbolFlags.Value) === 0 ? 1 : 0} ${exported.name}`;
  }

  /**
   * @param {ts.Symbol} exported
   * @param {string} folder
   * @returns {ReferenceEntry}
   */
  function describe(exported, folder) {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
    return {
      name: exported.name,
      sentence: ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s*\n\s*/g, ' '),
      code: signaturesOf(exported.name, symbol, checker),
      members: membersOf(symbol, checker),
      home: published.find((other) => other !== folder && file.startsWith(`${join(root, other)}/`)),
    };
  }
}
