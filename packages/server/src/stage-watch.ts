import type { Call, Stage } from '@toolwire/core';

/** Somebody who looks at how far calls are, such as the inspector: a stage of `use` has it under the symbol. */
export interface StageWatch {
  /** Whether anybody looks; asked once for each call. */
  readonly isOn: () => boolean;
  /** Hears that a call has come to a stage. */
  readonly reached: (call: Call, stage: string) => void;
}

const watchesStages = Symbol.for('toolwire.watches-stages');

/** Who among the stages of an application looks at the others. */
export function findStageWatch(stages: readonly Stage<Call>[]): StageWatch | undefined {
  const found = stages.find(isWatch);
  return found && (Reflect.get(found, watchesStages) as StageWatch);
}

/** Whether a stage is there for whoever looks. */
export function isWatch(stage: object): boolean {
  return watchesStages in stage;
}

/** Tells of calls that have come to a stage, in front of it. */
export function tellOf({ reached }: StageWatch, name: string): Stage<Call> {
  return (call, next) => {
    reached(call, name);
    return next();
  };
}

/** What a stage is called where stages are shown. */
export function nameOf(stage: { readonly name: string }, otherwise: string): string {
  return stage.name === '' ? otherwise : stage.name;
}
