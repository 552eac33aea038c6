import type { Call, Stage } from '@toolwire/core';

/** Observes how far calls are, such as the inspector. A stage in `use` has it under a symbol. */
export interface StageObserver {
  /** Whether the observer is active; read once per call. */
  readonly isOn: () => boolean;
  /** Called when a call reaches a stage. */
  readonly reached: (call: Call, stage: string) => void;
}

const observerMark = Symbol.for('toolwire.watches-stages');

/** Finds the observer among the stages of an app. */
export function findStageObserver(stages: readonly Stage<Call>[]): StageObserver | undefined {
  const found = stages.find(isObserver);
  return found && (Reflect.get(found, observerMark) as StageObserver);
}

/** Whether a stage only observes. */
export function isObserver(stage: object): boolean {
  return observerMark in stage;
}

/** A stage that notifies the observer before the stage with this name. */
export function notifyObserver({ reached }: StageObserver, name: string): Stage<Call> {
  return (call, next) => {
    reached(call, name);
    return next();
  };
}

/** The display name of a stage. */
export function nameOf(stage: { readonly name: string }, fallback: string): string {
  return stage.name === '' ? fallback : stage.name;
}
