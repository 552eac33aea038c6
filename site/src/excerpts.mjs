import ts from 'typescript';

/**
 * @typedef {object} ExamplePlace
 * @property {string} path Of the page or file, from the root of the project.
 * @property {string | undefined} heading Of the page, where it is one.
 * @property {number} line Of the file, where it is none.
 */

/** @typedef {{ code: string, place: ExamplePlace }} Example */

const mostLines = 10;
const mostLetters = 60;

/**
 * The statement in which a name is used; of a long one, the parts that say nothing of the name are left out.
 * @param {ts.Node} name
 */
export function excerptOf(name) {
  const source = name.getSourceFile();
  const statement = statementOf(name);
  const text = lineCount(statement) > mostLines ? abbreviate(statement, name) : statement.getText();
  const { character } = source.getLineAndCharacterOfPosition(statement.getStart());
  return text.replaceAll(new RegExp(`\n {0,${character}}`, 'g'), '\n');
}

/**
 * @param {import('../../scripts/read-uses.mjs').Use} use
 * @returns {ExamplePlace}
 */
export function placeOfUse({ example: { path, heading }, node }) {
  return { path, heading, line: node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1 };
}

/**
 * The largest statement around a name that is short, or the smallest where none is.
 * @param {ts.Node} name
 */
function statementOf(name) {
  /** @type {ts.Node | undefined} */
  let found;
  for (let at = name; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isBlock(at) || !isStatement(at)) continue;
    if (found === undefined || lineCount(at) <= mostLines) found = at;
  }
  return found ?? name;
}

/** @param {ts.Node} node */
function isStatement({ kind }) {
  const isDeclared = kind >= ts.SyntaxKind.FunctionDeclaration && kind <= ts.SyntaxKind.EnumDeclaration;
  return isDeclared || (kind >= ts.SyntaxKind.FirstStatement && kind <= ts.SyntaxKind.LastStatement);
}

/** @param {ts.Node} node */
function lineCount(node) {
  return node.getText().split('\n').length;
}

/**
 * The text of a node, in which each longer part that does not hold the name is `…`.
 * @param {ts.Node} node
 * @param {ts.Node} name
 * @returns {string}
 */
function abbreviate(node, name) {
  const { text } = node.getSourceFile();
  let written = '';
  let from = node.getStart();
  /** @param {ts.Node} at */
  const visit = (at) => {
    const isHolding = at.getStart() <= name.getStart() && name.getEnd() <= at.getEnd();
    const isList = ts.isArrayLiteralExpression(at);
    if (!isHolding && lineCount(at) > 2 && (ts.isBlock(at) || ts.isObjectLiteralExpression(at) || isList)) {
      written += `${text.slice(from, at.getStart())}${isList ? '[…]' : '{ … }'}`;
      from = at.getEnd();
    } else ts.forEachChild(at, visit);
  };
  visit(node);
  return written + text.slice(from, node.getEnd());
}

/**
 * How a member is given or read, on one line.
 * @param {ts.Node} node The property where it is given, or the name where it is read.
 */
export function shortUseOf(node) {
  if (ts.isPropertyAssignment(node)) return `${node.name.getText()}: ${shorten(node.initializer)}`;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    const isCalled = ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
    return shorten(isCalled ? parent.parent : parent);
  }
  return shorten(ts.isBindingElement(parent) ? parent.parent : node);
}

/**
 * @param {ts.Node} node
 * @returns {string}
 */
function shorten(node) {
  const text = inLine(node.getText());
  if (text.length <= mostLetters) return text;
  if (ts.isObjectLiteralExpression(node)) return '{ … }';
  if (ts.isArrayLiteralExpression(node)) return '[…]';
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    return `${ts.isNewExpression(node) ? 'new ' : ''}${shorten(node.expression)}(…)`;
  }
  if ((ts.isArrowFunction(node) || ts.isMethodDeclaration(node)) && node.body !== undefined) {
    const head = inLine(node.getText().slice(0, node.body.getStart() - node.getStart()));
    return head.length <= mostLetters ? `${head}${ts.isBlock(node.body) ? '{ … }' : '…'}` : '(…) => …';
  }
  return `${text.slice(0, mostLetters - 2)} …`;
}

/** @param {string} text */
function inLine(text) {
  return text.replaceAll(/\s\/\/ .*$/gm, '').replaceAll(/\s+/g, ' ');
}
