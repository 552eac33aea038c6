import type { ToolInfo, ToolPage } from '@toolwire/core';

/** The most sets of tools to remember: one for each kind of caller, of whom there are few. */
const mostPages = 100;

/**
 * Makes pages of the same tools one page. A page that is made for one caller is a new object each time; what was made of
 * it, its index and its bytes, is kept by object.
 */
export function createPageKeeper(): (page: ToolPage) => ToolPage {
  const known = new WeakSet<ToolPage>();
  const kept = new Map<string, ToolPage>();
  const numbers = new WeakMap<ToolInfo, number>();
  let lastNumber = 0;

  const numberOf = (tool: ToolInfo): number => {
    const number = numbers.get(tool) ?? ++lastNumber;
    numbers.set(tool, number);
    return number;
  };

  return (page) => {
    if (known.has(page)) return page;
    const key = page.tools.map(numberOf).join();
    const same = kept.get(key);
    if (same !== undefined) return same;
    if (kept.size >= mostPages) kept.clear();
    kept.set(key, page);
    known.add(page);
    return page;
  };
}
