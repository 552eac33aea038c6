import ts from 'typescript';

/** @typedef {readonly [start: number, end: number]} Range */

/**
 * Turns TypeScript into JavaScript without changing its layout: types disappear, and relative imports end with `.js`.
 * @param {string} code
 */
export function stripTypes(code) {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  /** @type {Range[]} */
  const ranges = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const found = typesOf(node);
    ranges.push(...found.ranges);
    if (!found.isWhole) ts.forEachChild(node, visit);
  };
  visit(source);
  return removeRanges(code, ranges)
    .replaceAll(/((?:from|import)\s*\(?\s*'\.{1,2}\/[^']+)\.ts'/g, "$1.js'")
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '');
}

/**
 * Whether code uses decorators, which Node does not run, so that it has no counterpart in JavaScript.
 * @param {string} code
 */
export function usesDecorators(code) {
  return /^\s*@[A-Z]\w*\(/m.test(code);
}

/**
 * @param {ts.Node} node
 * @returns {{ ranges: readonly Range[], isWhole: boolean }} `isWhole` if nothing of the node remains.
 */
function typesOf(node) {
  const isTypeImport =
    (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
    (ts.isExportDeclaration(node) && node.isTypeOnly);
  const isDeclared = ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === declare) === true;
  if (isTypeImport || isDeclared || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    return { ranges: [[node.getStart(), node.getEnd()]], isWhole: true };
  }
  return { ranges: [...annotationsOf(node), ...typeListsOf(node), ...modifiersOf(node)], isWhole: false };
}

const declare = ts.SyntaxKind.DeclareKeyword;

/**
 * @param {ts.Node} node
 * @returns {readonly Range[]}
 */
function annotationsOf(node) {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return [[node.expression.getEnd(), node.getEnd()]];
  if (ts.isNonNullExpression(node)) return [[node.getEnd() - 1, node.getEnd()]];
  if (ts.isImportSpecifier(node) && node.isTypeOnly) return [[node.pos, afterComma(node)]];
  if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword) return [[node.pos, node.getEnd()]];
  const isTyped =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isPropertyDeclaration(node) ||
    (ts.isFunctionLike(node) && !ts.isTypeNode(node));
  if (!isTyped) return [];
  const mark = 'questionToken' in node ? node.questionToken : undefined;
  const start = mark?.getStart() ?? (node.type ? node.type.pos - 1 : undefined);
  const end = node.type?.getEnd() ?? mark?.getEnd();
  return start === undefined || end === undefined ? [] : [[start, end]];
}

/**
 * @param {ts.Node} node
 * @returns {readonly Range[]}
 */
function typeListsOf(node) {
  const lists = [
    'typeParameters' in node ? node.typeParameters : undefined,
    'typeArguments' in node ? node.typeArguments : undefined,
  ];
  const { text } = node.getSourceFile();
  return lists.flatMap((list) => {
    if (list === undefined) return [];
    const { pos, end } = /** @type {ts.NodeArray<ts.Node>} */ (list);
    return [/** @type {Range} */ ([pos - 1, text.indexOf('>', end) + 1])];
  });
}

const typeModifiers = new Set([
  ts.SyntaxKind.ReadonlyKeyword,
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.PublicKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.OverrideKeyword,
]);

/**
 * @param {ts.Node} node
 * @returns {readonly Range[]}
 */
function modifiersOf(node) {
  const modifiers = (ts.canHaveModifiers(node) && node.modifiers) || [];
  return modifiers
    .filter(({ kind }) => typeModifiers.has(kind))
    .map((one) => /** @type {Range} */ ([one.getStart(), one.getEnd() + 1]));
}

/** @param {ts.Node} node */
function afterComma(node) {
  return node.getSourceFile().text[node.getEnd()] === ',' ? node.getEnd() + 1 : node.getEnd();
}

/**
 * @param {string} code
 * @param {readonly Range[]} ranges
 */
function removeRanges(code, ranges) {
  const mark = '\0';
  let from = 0;
  let written = '';
  for (const [start, end] of ranges.toSorted((left, right) => left[0] - right[0])) {
    if (start < from) continue;
    written += code.slice(from, start) + mark;
    from = end;
  }
  // A line that held only types disappears.
  return (written + code.slice(from))
    .split('\n')
    .filter((line) => !line.includes(mark) || line.replaceAll(mark, '').trim() !== '')
    .map((line) => (line.includes(mark) ? line.replaceAll(mark, '').trimEnd() : line))
    .join('\n');
}
