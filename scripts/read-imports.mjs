import ts from 'typescript';

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {boolean} typeOnly Erased by the compiler; `import { type X }` is not: it stays behind as `import {}`.
 * @property {number} line
 */

/**
 * Every import of a module, in any of its forms.
 * @param {string} path
 * @param {string} text
 * @returns {Import[]}
 */
export function readImports(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Import[]} */
  const imports = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const found = importOf(node);
    if (found && ts.isStringLiteralLike(found.specifier)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      imports.push({ specifier: found.specifier.text, typeOnly: found.typeOnly, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return imports;
}

/**
 * @param {ts.Node} node
 * @returns {{ specifier: ts.Node, typeOnly: boolean } | undefined}
 */
function importOf(node) {
  if (ts.isImportDeclaration(node)) {
    return {
      specifier: node.moduleSpecifier,
      typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { specifier: node.moduleSpecifier, typeOnly: node.isTypeOnly };
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return { specifier: node.moduleReference.expression, typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, typeOnly: true };
  }
  const argument = ts.isCallExpression(node) ? node.arguments[0] : undefined;
  if (argument && ts.isCallExpression(node) && isModuleCall(node.expression)) {
    return { specifier: argument, typeOnly: false };
  }
  return undefined;
}

/** @param {ts.Expression} callee */
function isModuleCall(callee) {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}
