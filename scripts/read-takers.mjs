import ts from 'typescript';

/** @typedef {ReadonlyMap<ts.Symbol, ReadonlySet<ts.Symbol>>} Takers */

/**
 * Which exports name a type where they are declared: what takes it, gives it, or has it as a part.
 * @param {readonly ts.Symbol[]} exported
 * @param {ts.TypeChecker} checker
 * @returns {Takers} By the type.
 */
export function takersOf(exported, checker) {
  const all = new Set(exported);
  /** @type {Map<ts.Symbol, Set<ts.Symbol>>} */
  const takers = new Map();
  for (const taker of all) {
    const add = (/** @type {ts.Symbol | undefined} */ symbol) => {
      const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const taken = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      if (taken === undefined || taken === taker || !all.has(taken)) return;
      takers.set(taken, (takers.get(taken) ?? new Set()).add(taker));
    };
    const visit = (/** @type {ts.Node} */ node) => {
      if (ts.isBlock(node)) return;
      if (ts.isIdentifier(node)) add(checker.getSymbolAtLocation(node));
      ts.forEachChild(node, visit);
    };
    for (const declaration of taker.declarations ?? []) {
      visit(declaration);
      for (const property of isInterface(taker)
        ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(taker))
        : []) {
        for (const inherited of property.declarations ?? []) visit(inherited);
      }
      for (const signature of checker.getTypeOfSymbolAtLocation(taker, declaration).getCallSignatures()) {
        const given = signature.getReturnType();
        add(given.aliasSymbol ?? given.getSymbol());
      }
    }
  }
  return takers;
}

/** @param {ts.Symbol} symbol */
function isInterface({ flags }) {
  return (flags & ts.SymbolFlags.Interface) !== 0;
}

/**
 * The nearest export by way of those that name a type; what is called comes before further types.
 * @param {ts.Symbol} type
 * @param {Takers} takers
 * @param {(symbol: ts.Symbol) => boolean} isFit
 * @returns {ts.Symbol | undefined}
 */
export function nearestTaker(type, takers, isFit) {
  const seen = new Set([type]);
  for (let level = [type]; level.length > 0; ) {
    level = level.flatMap((one) => [...(takers.get(one) ?? [])]).filter((one) => !seen.has(one) && seen.add(one));
    const fit = level.filter(isFit);
    if (fit.length > 0) return fit.find(({ flags }) => (flags & ts.SymbolFlags.Value) !== 0) ?? fit[0];
  }
  return undefined;
}
