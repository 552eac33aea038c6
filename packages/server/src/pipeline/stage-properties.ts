import type { Call, MaybePromise, Stage } from '@toolwire/core';
import {
  type ObserveRequest,
  type ProtocolRequest,
  type ProtocolResponse,
  type StageObserver,
  stageObserverMark,
} from '@toolwire/core/internal';
import { callLogMark } from '@toolwire/internal';

/** Finds the observer among the stages of an app. */
export function findStageObserver(stages: readonly Stage<Call>[]): StageObserver | undefined {
  const found = stages.find(isObserver);
  return found && (Reflect.get(found, stageObserverMark) as StageObserver);
}

/** Whether a stage only observes. */
export function isObserver(stage: object): boolean {
  return stageObserverMark in stage;
}

/** Whether a stage logs each call, as `log` of `@toolwire/log` does. */
export function hasCallLog(stages: readonly Stage<Call>[]): boolean {
  return stages.some((stage) => callLogMark in stage);
}

/** Whether a stage stores results by call ID. */
export function storesByCallId({ repeat }: Pick<Stage, 'repeat'>): boolean {
  return repeat !== undefined;
}

/** The display name of a stage. */
export function nameOf(stage: { readonly name: string }, fallback: string): string {
  return stage.name === '' ? fallback : stage.name;
}

/** Combines the stages that observe requests. The first one is the outermost. */
export function requestObserverOf(stages: readonly Stage<never>[]): ObserveRequest | undefined {
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
