import { join } from 'node:path';
import ts from 'typescript';
import { root } from './packages.mjs';

/** @typedef {import('./packages.mjs').WorkspacePackage} WorkspacePackage */
/** @typedef {{ entry: string, name: string, isType: boolean, isFunction: boolean, isDocumented: boolean, silentOptions: readonly string[], strictOptions: readonly string[] }} PublicExport */

/**
 * Everything that a package's users can import, by the entry that they import it from.
 * @param {readonly WorkspacePackage[]} packages
 * @param {ts.Program} [program] A program with their entries, if there is one already.
 * @returns {PublicExport[]}
 */
export function findPublicExports(packages, program = createEntryProgram(packages)) {
  const entries = packages.flatMap(entriesOf);
  const checker = program.getTypeChecker();
  return entries.flatMap(({ entry, file }) => {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`${file} exports nothing`);
    return checker.getExportsOfModule(symbol).map((one) => describe(entry, one, checker));
  });
}

/** @param {readonly WorkspacePackage[]} packages */
function createEntryProgram(packages) {
  const files = packages.flatMap(entriesOf).map(({ file }) => file);
  return ts.createProgram(files, readConfig().options);
}

/** The names of types whose values users write. */
export const writtenTypes = /(?:Options|Settings|Limits|Policy|Definition|Spec|Annotations|Deprecation)$/;

/** An entry that only packages of this repository import. It isn't public, see VERSIONING.md. */
const internalEntry = './internal';

/**
 * The files that users import a package by, each with the name that they write.
 * @param {WorkspacePackage} one
 */
export function entriesOf({ folder, manifest }) {
  if (manifest.private === true) return [];
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const source = /** @type {Record<string, string>} */ (target)['@toolwire/source'];
    if (source === undefined || path === internalEntry) return [];
    return [{ entry: manifest.name + path.slice(1), file: join(root, folder, source) }];
  });
}

/** The workspace's own way to read its sources. */
export function readConfig() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
}

/**
 * @param {string} entry
 * @param {ts.Symbol} exported
 * @param {ts.TypeChecker} checker
 * @returns {PublicExport}
 */
function describe(entry, exported, checker) {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  return {
    entry,
    name: exported.name,
    isType: (symbol.flags & ts.SymbolFlags.Value) === 0,
    isFunction: isFunction(symbol, checker),
    isDocumented: symbol.getDocumentationComment(checker).length > 0,
    silentOptions: exported.name.endsWith('Options') ? membersWithoutWords(symbol, checker) : [],
    strictOptions: writtenTypes.test(exported.name) ? membersWithoutUndefined(symbol, checker) : [],
  };
}

/**
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
function isFunction(symbol, checker) {
  if ((symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) === 0) return false;
  return checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
}

/**
 * The members that an interface declares without a sentence, but for those that may not be given.
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 * @returns {string[]}
 */
function membersWithoutWords(symbol, checker) {
  const declared = (symbol.declarations ?? []).filter(ts.isInterfaceDeclaration).flatMap(({ members }) => [...members]);
  return declared
    .filter((member) => !(ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.UndefinedKeyword))
    .flatMap(({ name }) => checker.getSymbolAtLocation(/** @type {ts.Node} */ (name)) ?? [])
    .filter((member) => member.getDocumentationComment(checker).length === 0)
    .map(({ name }) => name);
}

/**
 * The members that may be left out and yet not be undefined: `{ timeoutMs: given?.timeoutMs }` would not compile for
 * those who have `exactOptionalPropertyTypes` on.
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 * @returns {string[]}
 */
function membersWithoutUndefined(symbol, checker) {
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    // What a function takes and gives is not what its user writes.
    if (ts.isFunctionTypeNode(node) || ts.isMethodSignature(node) || ts.isConditionalTypeNode(node)) return;
    if (ts.isPropertySignature(node) && node.questionToken !== undefined && node.type !== undefined) {
      if (!takesUndefined(checker.getTypeFromTypeNode(node.type), checker)) found.push(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  // Those of the interfaces that it extends are among them.
  for (const { declarations = [] } of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
    const ours = declarations.filter((one) => one.getSourceFile().fileName.startsWith(join(root, 'packages')));
    for (const declaration of ours) visit(declaration);
  }
  return found;
}

/**
 * @param {ts.Type} type
 * @param {ts.TypeChecker} checker
 * @returns {boolean}
 */
function takesUndefined(type, checker) {
  const open = ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : type;
  const parts = constraint?.isUnion() ? constraint.types : [constraint];
  return parts.some((part) => part !== undefined && (part.flags & open) !== 0);
}

/**
 * The committed list: an entry a heading, its names below, types after values.
 * @param {readonly PublicExport[]} exports
 */
export function listExports(exports) {
  const entries = [...new Set(exports.map(({ entry }) => entry))].sort();
  const section = (/** @type {string} */ entry) => {
    const names = (/** @type {boolean} */ isType) =>
      exports
        .filter((one) => one.entry === entry && one.isType === isType)
        .map(({ name }) => `- ${isType ? 'type ' : ''}${name}`)
        .sort();
    return [`## ${entry}`, '', ...names(false), ...names(true), ''].join('\n');
  };
  return [heading, ...entries.map(section)].join('\n');
}

const heading = `# Public exports

Everything that users can import. A change to this list is a change of what is public: \`npm run check -- exports\`
compares it, and \`node scripts/check-exports.mjs --write\` writes it.
`;
