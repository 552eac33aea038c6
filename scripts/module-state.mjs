import ts from 'typescript';

const mutators = new Set([
  'add',
  'clear',
  'copyWithin',
  'delete',
  'fill',
  'pop',
  'push',
  'reverse',
  'set',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/** Functions that write to their first argument. */
const writers = new Set([
  'Object.assign',
  'Object.defineProperties',
  'Object.defineProperty',
  'Object.setPrototypeOf',
  'Reflect.defineProperty',
  'Reflect.deleteProperty',
]);

/** @typedef {{ line: number, what: string }} Finding */

/**
 * What a module keeps between calls, and where it writes to objects that it was given.
 * @param {string} path
 * @param {string} text
 * @returns {Finding[]}
 */
export function findModuleState(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = new Set(file.statements.flatMap(constantNames));
  /** @type {Finding[]} */
  const findings = [];
  const found = (/** @type {ts.Node} */ node, /** @type {string} */ what) => {
    findings.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, what });
  };
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement) && !isConstant(statement)) found(statement, 'a variable of the module');
  }
  const visit = (/** @type {ts.Node} */ node) => {
    const changed = changedName(node);
    if (changed !== undefined && constants.has(changed)) found(node, `'${changed}' of the module is changed`);
    if (isReflectSet(node)) found(node, 'Reflect.set');
    if (ts.isPropertyDeclaration(node) && isStaticVariable(node)) found(node, 'a static variable');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return findings;
}

/** @param {ts.Statement} statement */
function constantNames(statement) {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}

/** @param {ts.VariableStatement} statement */
function isConstant({ declarationList, modifiers }) {
  const isDeclared = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
  return isDeclared || (declarationList.flags & ts.NodeFlags.Const) !== 0;
}

/**
 * The name of what an expression changes: `name.push(…)`, `name.member = …`, `name.member++`, `delete name[…]`, at any
 * depth, and `Object.assign(name, …)`.
 * @param {ts.Node} node
 */
function changedName(node) {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    const [first] = node.arguments;
    if (writers.has(node.expression.getText()) && first !== undefined) return nameOf(first);
    return mutators.has(name.text) ? nameOf(expression) : undefined;
  }
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  if (isCount(node)) return ownerOf(node.operand);
  const isAssignment =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  return isAssignment ? ownerOf(node.left) : undefined;
}

/**
 * `name.member++` and `--name.member`.
 * @param {ts.Node} node
 * @returns {node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression}
 */
function isCount(node) {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}

/**
 * The name before the first dot of a member; a name alone is a variable, which only functions may have.
 * @param {ts.Node} node
 */
function ownerOf(node) {
  return isMember(node) ? nameOf(node.expression) : undefined;
}

/**
 * The name with which an expression begins: `name`, `name.member`, `name['member'].member`.
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  if (ts.isIdentifier(node)) return node.text;
  return isMember(node) ? nameOf(node.expression) : undefined;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.PropertyAccessExpression | ts.ElementAccessExpression}
 */
function isMember(node) {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** @param {ts.Node} node */
function isReflectSet(node) {
  return ts.isPropertyAccessExpression(node) && node.getText() === 'Reflect.set';
}

/** @param {ts.PropertyDeclaration} node */
function isStaticVariable({ modifiers }) {
  const kinds = new Set([...(modifiers ?? [])].map(({ kind }) => kind));
  return kinds.has(ts.SyntaxKind.StaticKeyword) && !kinds.has(ts.SyntaxKind.ReadonlyKeyword);
}
