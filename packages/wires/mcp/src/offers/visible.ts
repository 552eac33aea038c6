import { isPromise, type MaybePromise } from '@toolwire/core';
import type { VisibleTo } from '../definitions/mcp-context.ts';
import type { MessageContext } from '../rpc/context.ts';

interface Hidable {
  readonly visible?: VisibleTo | undefined;
}

/** Those of some things that a caller may see, in their order; what throws when it is asked is hidden, and the log is told. */
export type SeenBy = <Item extends Hidable>(
  items: readonly Item[],
  context: MessageContext,
) => MaybePromise<readonly Item[]>;

/** Makes what tells who may see what. */
export function createSeenBy(report: (thrown: unknown) => void): SeenBy {
  const isVisible = async ({ visible }: Hidable, { principal, values }: MessageContext): Promise<boolean> => {
    if (visible === undefined) return true;
    try {
      const answer = visible(principal, values);
      return Boolean(isPromise(answer) ? await answer : answer);
    } catch (thrown) {
      report(thrown);
      return false;
    }
  };
  return (items, context) =>
    items.every(({ visible }) => visible === undefined)
      ? items
      : Promise.all(items.map((item) => isVisible(item, context))).then((seen) =>
          items.filter((_item, index) => seen[index]),
        );
}
