import { join } from 'node:path';
import ts from 'typescript';
import { createExampleProgram, readExampleSources } from './example-sources.mjs';
import { packageFolders, root } from './package-folders.mjs';
import { entriesOf, readConfig, writtenTypes } from './public-exports.mjs';
import { nearestTaker, takersOf } from './read-takers.mjs';
import { readUses } from './read-uses.mjs';

/** @typedef {import('./read-uses.mjs').Use} Use */
/** @typedef {{ entry: string, name: string, symbol: ts.Symbol }} Exported */

/**
 * Where each export and each option is shown.
 * @typedef {object} PublicExamples
 * @property {ts.Program} program
 * @property {(symbol: ts.Symbol) => readonly Use[]} usesOf The best one first.
 * @property {(symbol: ts.Symbol) => ts.Symbol | undefined} shownBy The export whose example shows a type that has none of its own: what takes it, or gives it.
 * @property {string} looked How much was looked for.
 * @property {readonly string[]} lacking What is shown nowhere, a sentence each.
 */

/**
 * Finds examples for each export and each option: in the pages, then in the examples, then in the tests, then in packages that build on it.
 * @param {readonly import('./packages.mjs').WorkspacePackage[]} packages
 * @param {{ firstOnly?: boolean }} [options] `firstOnly`: one example for each is enough, which takes less time.
 * @returns {PublicExamples}
 */
export function findExamples(packages, { firstOnly = false } = {}) {
  const entries = packages.flatMap(entriesOf);
  const tiers = readExampleSources();
  const program = createExampleProgram(
    entries.map(({ file }) => file),
    tiers.flat(),
    readConfig().options,
  );
  const checker = program.getTypeChecker();
  const exported = entries.flatMap(({ entry, file }) => exportsOf(program, entry, file)).filter(isFirst());
  const options = exported
    .filter(({ name }) => writtenTypes.test(name))
    .flatMap(({ entry, name, symbol }) =>
      checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((member) => {
        return { entry, name: `${name}.${member.name}`, symbol: member };
      }),
    )
    .filter(isFirst());
  const places = firstOnly ? tiers.flat().map((example) => [example]) : tiers;
  const uses = collectUses(program, places, [...exported, ...options]);
  const usesOf = (/** @type {ts.Symbol} */ { declarations = [] }) => declarations.flatMap((one) => uses.get(one) ?? []);
  const takers = takersOf(
    exported.map(({ symbol }) => symbol),
    checker,
  );
  const shownBy = (/** @type {ts.Symbol} */ symbol) =>
    isType(symbol) ? nearestTaker(symbol, takers, (one) => usesOf(one).length > 0) : undefined;
  const isShown = (/** @type {Exported} */ { symbol }) => usesOf(symbol).length > 0 || shownBy(symbol) !== undefined;
  return {
    program,
    usesOf,
    shownBy,
    looked: `${exported.length} exports and ${options.length} options`,
    lacking: [
      ...exported
        .filter((one) => !isShown(one))
        .map(({ entry, name }) => `${entry} exports '${name}', which no page, example or test shows`),
      ...options
        .filter(({ symbol }) => usesOf(symbol).length === 0)
        .map(({ entry, name }) => `${entry}: no page, example or test shows the option '${name}'`),
    ],
  };
}

/**
 * @param {ts.Program} program
 * @param {string} entry
 * @param {string} file
 * @returns {Exported[]}
 */
function exportsOf(program, entry, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  if (symbol === undefined) throw new Error(`${file} exports nothing`);
  return checker.getExportsOfModule(symbol).map((one) => {
    const isAlias = (one.flags & ts.SymbolFlags.Alias) !== 0;
    return { entry, name: one.name, symbol: isAlias ? checker.getAliasedSymbol(one) : one };
  });
}

/** Lets each thing of ours pass once, though several entries may hand it on, and types inherit it. */
function isFirst() {
  const seen = new Set();
  return (/** @type {Exported} */ { symbol: { declarations = [] } }) => {
    const [first] = declarations.filter(isOurs);
    return first !== undefined && !seen.has(first) && seen.add(first);
  };
}

/**
 * Each place is looked through for what those before it do not show.
 * @param {ts.Program} program
 * @param {readonly (readonly import('./example-sources.mjs').ExampleSource[])[]} tiers
 * @param {readonly Exported[]} wanted
 */
function collectUses(program, tiers, wanted) {
  /** @type {Map<ts.Declaration, Use[]>} */
  const uses = new Map();
  const folders = packageFolders().map((folder) => `${join(root, folder)}/`);
  let lacking = wanted;
  for (const examples of tiers) {
    lacking = lacking.filter(({ symbol: { declarations = [] } }) => !declarations.some((one) => uses.has(one)));
    readUses(program, examples, new Set(lacking.map(({ symbol }) => symbol.name)), folders, (declaration, use) => {
      const known = uses.get(declaration);
      if (known === undefined) uses.set(declaration, [use]);
      else known.push(use);
    });
  }
  return uses;
}

/** @param {ts.Symbol} symbol */
function isType({ flags }) {
  return (flags & ts.SymbolFlags.Value) === 0;
}

/** @param {ts.Declaration} declaration */
function isOurs(declaration) {
  return declaration.getSourceFile().fileName.startsWith(join(root, 'packages'));
}
