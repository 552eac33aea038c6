import type { ToolPage } from '@toolwire/core/wire';

/** The most sets of tools to remember: one for each kind of caller, of whom there are few. */
const mostPages = 100;

/**
 * Makes pages of the same tools one page. A page that is made for one caller is a new object each time; what was made of
 * it, its index and its bytes, is kept by object.
 */
export function createPageKeeper(): (page: ToolPage) => ToolPage {
  const kept: ToolPage[] = [];
  return (page) => {
    for (const other of kept) if (other === page || holdsSame(other, page)) return other;
    if (kept.length >= mostPages) kept.length = 0;
    kept.push(page);
    return page;
  };
}

function holdsSame({ tools: left }: ToolPage, { tools: right }: ToolPage): boolean {
  return left.length === right.length && left.every((tool, index) => tool === right[index]);
}
