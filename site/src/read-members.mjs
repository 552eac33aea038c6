import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/packages.mjs';
import { placeOfUse, shortUseOf } from './excerpts.mjs';
import { signatureOf, textOf } from './read-signatures.mjs';

/**
 * @typedef {object} Member
 * @property {string} name With a question mark where it may be left out.
 * @property {string} type
 * @property {string} sentence
 * @property {import('./excerpts.mjs').Example | undefined} example How it is given.
 */

/**
 * What the values of an interface or a class have: their own members, and those of ours that they inherit.
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 * @param {(symbol: ts.Symbol) => readonly import('../../scripts/read-uses.mjs').Use[]} usesOf
 * @returns {readonly Member[]}
 */
export function membersOf(symbol, checker, usesOf) {
  const isShaped = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
  if (!isShaped) return [];
  const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  return properties.flatMap((property) => {
    const declaration = property.declarations?.find(isOurs);
    if (declaration === undefined || isHidden(declaration)) return [];
    const uses = usesOf(property);
    const use = uses.find(({ node }) => ts.isPropertyAssignment(node)) ?? uses[0];
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    return {
      name: `${nameOf(declaration) ?? property.name}${isOptional ? '?' : ''}`,
      type: typeOf(declaration, checker),
      sentence: ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s*\n\s*/g, ' '),
      example: use && { code: shortUseOf(use.node), place: placeOfUse(use) },
    };
  });
}

/** @param {ts.Declaration} declaration */
function nameOf(declaration) {
  const name = ts.getNameOfDeclaration(declaration);
  return name && (ts.isIdentifier(name) || ts.isComputedPropertyName(name)) ? name.getText() : undefined;
}

/** @param {ts.Declaration} declaration */
function isOurs(declaration) {
  return declaration.getSourceFile().fileName.startsWith(`${join(root, 'packages')}/`);
}

/** @param {ts.Declaration} declaration */
function isHidden(declaration) {
  const name = ts.getNameOfDeclaration(declaration);
  const isPrivate = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0;
  return isPrivate || (name !== undefined && ts.isPrivateIdentifier(name));
}

/**
 * @param {ts.Declaration} declaration
 * @param {ts.TypeChecker} checker
 */
function typeOf(declaration, checker) {
  if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) {
    return signatureOf('', declaration, checker).replaceAll(/\s+/g, ' ');
  }
  const { type } = /** @type {ts.PropertySignature} */ (declaration);
  return type ? textOf(type) : checker.typeToString(checker.getTypeAtLocation(declaration), declaration);
}
