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
 * The name of what an expression changes: `name.push(…)`, `name.member = …`, `delete name[…]`.
 * @param {ts.Node} node
 */
function changedName(node) {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    return mutators.has(name.text) && ts.isIdentifier(expression) ? expression.text : undefined;
  }
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  const isAssignment =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  return isAssignment ? ownerOf(node.left) : undefined;
}

/** @param {ts.Node} node */
function ownerOf(node) {
  const isMember = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isMember && ts.isIdentifier(node.expression) ? node.expression.text : undefined;
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
