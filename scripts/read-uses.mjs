import ts from 'typescript';

/** @typedef {import('./example-sources.mjs').ExampleSource} ExampleSource */
/** @typedef {{ example: ExampleSource, node: ts.Node }} Use The node is the name where it is used, or the property where it is given. */

/**
 * Where examples use what the packages declare, as the compiler understands them: an export by its name, or a member where it is given or read.
 * @param {ts.Program} program
 * @param {readonly ExampleSource[]} examples
 * @param {ReadonlySet<string>} names The only ones that are looked for.
 * @param {readonly string[]} folders Of the packages, each with a slash at its end.
 * @param {(declaration: ts.Declaration, use: Use) => void} onUse
 */
export function readUses(program, examples, names, folders, onUse) {
  const checker = program.getTypeChecker();
  for (const example of examples) {
    const source = program.getSourceFile(example.file);
    if (source === undefined) throw new Error(`${example.path} was not read`);
    const own = example.path.includes('/src/') ? folders.find((folder) => example.file.startsWith(folder)) : undefined;
    visit(source);

    /** @param {ts.Node} node */
    function visit(node) {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
      if (ts.isIdentifier(node) && names.has(node.text)) add(symbolOf(node), node);
      if (ts.isObjectLiteralExpression(node)) visitGiven(node);
      if (ts.isObjectBindingPattern(node)) visitRead(node);
      ts.forEachChild(node, visit);
    }

    /** @param {ts.Identifier} node */
    function symbolOf(node) {
      const isShort = ts.isShorthandPropertyAssignment(node.parent);
      return isShort ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
    }

    /** @param {ts.ObjectLiteralExpression} node */
    function visitGiven(node) {
      for (const property of node.properties) {
        const name = property.name?.getText() ?? '';
        if (!names.has(name)) continue;
        for (const symbol of propertiesOf(checker.getContextualType(node), name, checker)) add(symbol, property);
      }
    }

    /** @param {ts.ObjectBindingPattern} node */
    function visitRead(node) {
      for (const { name, propertyName = name } of node.elements) {
        if (!names.has(propertyName.getText())) continue;
        const symbols = propertiesOf(checker.getTypeAtLocation(node), propertyName.getText(), checker);
        for (const symbol of symbols) add(symbol, name);
      }
    }

    /**
     * @param {ts.Symbol | undefined} symbol
     * @param {ts.Node} node
     */
    function add(symbol, node) {
      const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      for (const declaration of (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? []) {
        const { fileName } = declaration.getSourceFile();
        const home = folders.find((folder) => fileName.startsWith(folder));
        // The code of a package does not show how to use it.
        if (home !== undefined && home !== own) onUse(declaration, { example, node });
      }
    }
  }
}

/**
 * The properties of a name that a type has, in each of the types that it may be.
 * @param {ts.Type | undefined} type
 * @param {string} name
 * @param {ts.TypeChecker} checker
 * @returns {ts.Symbol[]}
 */
function propertiesOf(type, name, checker) {
  if (type === undefined) return [];
  const parts = type.isUnion() ? type.types : [type];
  return parts.flatMap((part) => checker.getPropertyOfType(part, name) ?? []);
}
