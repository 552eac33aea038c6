import type { MaybePromise, Stage } from '@toolwire/core';
import type { ObserveRequest, ProtocolRequest, ProtocolResponse } from '@toolwire/core/internal';

/** Combines the stages that observe requests. The first one is the outermost. */
export function observerOf(stages: readonly Stage<never>[]): ObserveRequest | undefined {
  const observers = stages.flatMap(({ observeRequest }) => observeRequest ?? []).reverse();
  if (observers.length === 0) return undefined;
  return <Response extends ProtocolResponse>(request: ProtocolRequest, run: () => MaybePromise<Response>) => {
    let observed = run;
    for (const observe of observers) {
      const inner = observed;
      observed = () => observe(request, inner);
    }
    return observed();
  };
}
