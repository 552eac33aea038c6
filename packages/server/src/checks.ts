import { type RequirementsOptions, requirements, type ScopesOptions, scopes } from '@toolwire/auth/stage';
import type { Call, Logger, Outcome, Stage, Tool } from '@toolwire/core';
import { type CheckLimitOptions, type Interruption, limitCheck } from '@toolwire/limits/stage';
import { validate } from '@toolwire/validate/stage';
import { resolve } from '@toolwire/version/stage';
import type { Catalog } from './catalog.ts';
import type { CheckOrder } from './check-order.ts';
import type { ResolvedCall } from './ready-call.ts';
import { holdResolver } from './replaced-resolver.ts';
import { nameOf } from './stage-watch.ts';
import { hideSupplied } from './supplied-secrets.ts';
import type { IsVisible } from './visible.ts';

/** What a call passes before its tool runs; each may be replaced, and what the server does around them stays. */
export interface Stages {
  /** Finds the tool. */
  readonly resolve: Stage<Call, { tool: Tool }>;
  /** Holds the input against the tool's schema. */
  readonly validate: Stage<ResolvedCall, { validInput: unknown }>;
  /** Holds what came with the call against what the tool requires. */
  readonly requirements: Stage<ResolvedCall>;
}

/** The checks of one server, ready to stand in its pipeline. */
export interface Checks {
  readonly resolve: Stages['resolve'];
  readonly requirements: Stages['requirements'];
  /** Holds what the caller was granted against what the tool asks for, before anything is said of the input. */
  readonly scopes: Stage<ResolvedCall>;
  /** Whether `scopes` has anything to hold against the caller of a call. */
  readonly asksForScopes: (call: ResolvedCall) => boolean;
  /** All after `resolve`, in their order. */
  readonly ordered: readonly NamedStage[];
}

/** A check, and what it is called where stages are shown. */
interface NamedStage {
  readonly name: string;
  readonly stage: Stage<ResolvedCall>;
  /** The calls that it has anything to do with; all if left out. */
  readonly applies?: (call: ResolvedCall) => boolean;
}

/** What the checks need to know. */
export interface CheckSettings {
  readonly stages: Partial<Stages>;
  readonly order: CheckOrder;
  readonly timeoutMs: number;
  /** A stage of the application's own writes a record of each call, time-outs among them. */
  readonly isRecorded: boolean;
  readonly visible: IsVisible | undefined;
  readonly requirements: RequirementsOptions | undefined;
  readonly scopes: ScopesOptions;
  readonly interruption: Interruption;
  readonly logger: Logger;
  /** Answers for a stage that throws. */
  readonly refuse: (thrown: unknown, call: Call) => Outcome;
}

/** Puts the checks into their order. Whoever wrote one: it has an end, and what it supplies is masked in the log. */
export function createChecks(catalog: Pick<Catalog, 'resolver'>, settings: CheckSettings): Checks {
  const { stages, order, visible, requirements: suppliers, refuse } = settings;
  const limits = limitsOf(settings);
  const held = <Adds extends object>(stage: Stage<ResolvedCall, Adds>): Stage<ResolvedCall> =>
    hideSupplied(limitCheck(stage, limits), refuse);
  // Without help of the app there is nothing to wait for, and nothing is supplied.
  const standardRequirements = suppliers === undefined ? requirements() : held(requirements(suppliers));
  const named: Readonly<Record<'validate' | 'requirements', NamedStage>> = {
    validate: {
      name: 'validate',
      stage: stages.validate === undefined ? limitCheck(validate(), limits) : held(stages.validate),
    },
    requirements:
      stages.requirements === undefined
        ? { name: 'requirements', stage: standardRequirements, applies: hasRequirements }
        : { name: 'requirements', stage: held(stages.requirements) },
  };
  const [, ...rest] = order;
  return {
    resolve:
      stages.resolve === undefined ? resolve(catalog.resolver, { visible }) : holdResolver(stages.resolve, visible),
    requirements: named.requirements.stage,
    scopes: scopes(settings.scopes),
    asksForScopes: settings.scopes.anonymous === true ? () => true : ({ tool }) => tool.scopes !== undefined,
    ordered: rest.map((one) =>
      typeof one === 'string' ? named[one] : { name: nameOf(one, 'check'), stage: held(one) },
    ),
  };
}

// OTC-TAUTH-02: no requirements, no questions.
function hasRequirements({ tool }: ResolvedCall): boolean {
  return tool.requirements !== undefined;
}

function limitsOf({ timeoutMs, interruption, isRecorded, logger }: CheckSettings): CheckLimitOptions {
  const warn = ({ callId, tool }: ResolvedCall, ms: number): void =>
    logger.warn({ callId, toolId: `${tool.id}@${tool.version}`, timeoutMs: ms }, 'The checks of a call took too long');
  return { defaultMs: timeoutMs, interruption, onTimeout: isRecorded ? undefined : warn };
}
