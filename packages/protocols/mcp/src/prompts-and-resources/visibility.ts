import type { MaybePromise } from '@toolwire/core';
import type { VisibleTo } from '../definitions/mcp-context.ts';
import type { MessageContext } from '../json-rpc/message-context.ts';

/** A compiled resource or prompt. */
interface MaybeVisible {
  readonly definition: { readonly visible?: VisibleTo | undefined };
}

/** Filters the items that a caller may see. An item whose check throws is hidden, and the error is logged. */
export type VisibilityCheck = <Item extends MaybeVisible>(
  items: readonly Item[],
  context: MessageContext,
) => MaybePromise<readonly Item[]>;

/** Whether callers may see different items. */
export function hasHidden(items: readonly MaybeVisible[]): boolean {
  return items.some(({ definition }) => definition.visible !== undefined);
}

/** Creates the check. `report` receives what a check of the app throws. */
export function createVisibilityCheck(report: (thrown: unknown) => void): VisibilityCheck {
  const isVisible = async ({ definition }: MaybeVisible, context: MessageContext): Promise<boolean> => {
    if (definition.visible === undefined) return true;
    try {
      const answer: unknown = await definition.visible(context.principal, context.values, context.client);
      // As for tools, only `true` lets a caller in.
      return answer === true;
    } catch (thrown) {
      report(thrown);
      return false;
    }
  };
  return (items, context) =>
    hasHidden(items)
      ? Promise.all(items.map((item) => isVisible(item, context))).then((visibility) =>
          items.filter((_item, index) => visibility[index]),
        )
      : items;
}
