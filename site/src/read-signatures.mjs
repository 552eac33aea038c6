import ts from 'typescript';

/** How long a line of code may be before its parameters get a line each. */
const longest = 90;

/**
 * How an export is declared, without what it does.
 * @param {string} name
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
export function signaturesOf(name, symbol, checker) {
  const declarations = symbol.declarations ?? [];
  const functions = declarations.filter(ts.isFunctionDeclaration);
  // Of a function with overloads only those can be called.
  const callable = functions.length > 1 ? functions.filter(({ body }) => body === undefined) : functions;
  if (callable.length > 0) return callable.map((one) => `function ${signatureOf(name, one, checker)}`).join('\n');
  return declarations.map((one) => declarationOf(name, one, checker)).join('\n');
}

/**
 * The name, the parameters and the result of something that is called.
 * @param {string} name
 * @param {ts.SignatureDeclaration} declaration
 * @param {ts.TypeChecker} checker
 */
export function signatureOf(name, declaration, checker) {
  const types = declaration.typeParameters?.map(textOf) ?? [];
  const head = `${name}${types.length > 0 ? `<${types.join(', ')}>` : ''}`;
  const parameters = declaration.parameters.map((one) => parameterOf(one, checker));
  const tail = ts.isConstructorDeclaration(declaration) ? '' : `: ${resultOf(declaration, checker)}`;
  const line = `${head}(${parameters.join(', ')})${tail}`;
  return line.length <= longest || parameters.length === 0
    ? line
    : `${head}(\n${parameters.map((one) => `  ${one},\n`).join('')})${tail}`;
}

/**
 * @param {ts.ParameterDeclaration} parameter
 * @param {ts.TypeChecker} checker
 */
function parameterOf(parameter, checker) {
  const { name, dotDotDotToken, questionToken, initializer, type } = parameter;
  const text = type ? textOf(type) : checker.typeToString(checker.getTypeAtLocation(parameter));
  const isOptional = questionToken !== undefined || initializer !== undefined;
  return `${dotDotDotToken ? '...' : ''}${ts.isIdentifier(name) ? name.text : 'options'}${isOptional ? '?' : ''}: ${text}`;
}

/**
 * @param {ts.SignatureDeclaration} declaration
 * @param {ts.TypeChecker} checker
 */
function resultOf(declaration, checker) {
  if (declaration.type) return textOf(declaration.type);
  const signature = checker.getSignatureFromDeclaration(declaration);
  return signature ? checker.typeToString(signature.getReturnType(), declaration, format) : 'void';
}

const format = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * @param {string} name
 * @param {ts.Declaration} declaration
 * @param {ts.TypeChecker} checker
 */
function declarationOf(name, declaration, checker) {
  if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) {
    const kind = ts.isClassDeclaration(declaration) ? 'class' : 'interface';
    const types = declaration.typeParameters?.map(textOf) ?? [];
    const parents = declaration.heritageClauses?.map(textOf) ?? [];
    const constructors = ts.isClassDeclaration(declaration)
      ? declaration.members.filter(ts.isConstructorDeclaration)
      : [];
    return [
      [`${kind} ${name}${types.length > 0 ? `<${types.join(', ')}>` : ''}`, ...parents].join(' '),
      ...constructors.map((one) => `new ${signatureOf(name, one, checker)}`),
    ].join('\n');
  }
  if (ts.isTypeAliasDeclaration(declaration)) return declaration.getText().replace(/^export /, '');
  if (ts.isVariableDeclaration(declaration)) {
    const { type, initializer } = declaration;
    if (initializer && ts.isArrowFunction(initializer) && type === undefined) {
      return `function ${signatureOf(name, initializer, checker)}`;
    }
    const text = type ? textOf(type) : checker.typeToString(checker.getTypeAtLocation(declaration), declaration);
    return `const ${name}: ${text}`;
  }
  return checker.typeToString(checker.getTypeAtLocation(declaration), declaration);
}

/**
 * What a node says, on one line.
 * @param {ts.Node} node
 */
export function textOf(node) {
  return node
    .getText()
    .replaceAll(/\/\*\*?[^]*?\*\/|\/\/ .*$/gm, '')
    .replaceAll(/\s+/g, ' ');
}
