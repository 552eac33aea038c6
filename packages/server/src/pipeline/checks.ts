import { type RequirementsOptions, requirements, type ScopesOptions, scopes } from '@toolwire/auth/stage';
import type { Call, Stage, Tool } from '@toolwire/core';
import { StartupError } from '@toolwire/internal';
import { type CheckTimeoutOptions, checkTimeout } from '@toolwire/limits/stage';
import { validate } from '@toolwire/validate/stage';
import { resolve } from '@toolwire/version/stage';
import type { RefuseStageError } from '../run/error-hooks.ts';
import { hasRequirements, hasScopes, type ResolvedCall } from '../run/resolved-call.ts';
import type { Catalog } from '../tools/catalog.ts';
import type { IsVisibleTo } from '../tools/visibility.ts';
import { guardCustomResolver, maskSuppliedSecrets, requiringOutcome } from './custom-checks.ts';
import { nameOf } from './stage-properties.ts';

/** The replaceable checks before a tool runs. */
export interface Stages {
  /** Resolves the tool. */
  readonly resolve: Stage<Call, { tool: Tool }>;
  /** Validates the input against the tool's schema. */
  readonly validate: Stage<ResolvedCall, { validInput: unknown }>;
  /** Checks the tokens, secrets and user ID that the tool requires. */
  readonly requirements: Stage<ResolvedCall>;
}

/** The checks of one server. */
export interface Checks {
  readonly resolve: Stages['resolve'];
  readonly requirements: Stages['requirements'];
  /** Checks the caller's scopes, before any error about the input. */
  readonly scopes: Stage<ResolvedCall>;
  /** Whether `scopes` applies to a call. */
  readonly asksForScopes: (call: ResolvedCall) => boolean;
  /** The checks after `resolve`, in order. */
  readonly ordered: readonly NamedStage[];
  /** Whether a check may supply credentials. */
  readonly canSupply: boolean;
}

/** A check with its display name. */
interface NamedStage {
  readonly name: string;
  readonly stage: Stage<ResolvedCall>;
  /** Which calls the check applies to; all by default. */
  readonly applies?: (call: ResolvedCall) => boolean;
}

/** Options of the checks. */
interface CheckOptions {
  readonly stages: Partial<Stages>;
  readonly order: CheckOrder;
  readonly visible: IsVisibleTo | undefined;
  readonly requirements: RequirementsOptions | undefined;
  readonly scopes: ScopesOptions;
  /** The time limit of a check. */
  readonly timeout: CheckTimeoutOptions;
  /** Returns the outcome of a call whose stage threw. */
  readonly refuse: RefuseStageError;
}

/** Puts the checks in order. Custom checks also get a timeout, and what they supply is masked in the log. */
export function createChecks(catalog: Pick<Catalog, 'resolver'>, options: CheckOptions): Checks {
  const { stages, order, visible, requirements: suppliers, timeout, refuse } = options;
  const guarded = <Adds extends object>(stage: Stage<ResolvedCall, Adds>): Stage<ResolvedCall> =>
    maskSuppliedSecrets(checkTimeout(requiringOutcome(stage), timeout), refuse);
  // Without suppliers the check is synchronous, and there is nothing to mask.
  const standardRequirements = suppliers === undefined ? requirements() : guarded(requirements(suppliers));
  const named: Readonly<Record<'validate' | 'requirements', NamedStage>> = {
    validate: {
      name: 'validate',
      stage: stages.validate === undefined ? checkTimeout(validate(), timeout) : guarded(stages.validate),
    },
    requirements:
      stages.requirements === undefined
        ? { name: 'requirements', stage: standardRequirements, applies: hasRequirements }
        : { name: 'requirements', stage: guarded(stages.requirements) },
  };
  const [, ...checksAfterResolve] = order;
  return {
    resolve:
      stages.resolve === undefined ? resolve(catalog.resolver, visible) : guardCustomResolver(stages.resolve, visible),
    requirements: named.requirements.stage,
    scopes: scopes(options.scopes),
    asksForScopes: options.scopes.onlyOpenTools === true ? () => true : hasScopes,
    ordered: checksAfterResolve.map((check) =>
      typeof check === 'string' ? named[check] : { name: nameOf(check, 'check'), stage: guarded(check) },
    ),
    canSupply:
      suppliers !== undefined ||
      stages.validate !== undefined ||
      stages.requirements !== undefined ||
      checksAfterResolve.some((check) => typeof check === 'function'),
  };
}

/** The order of the checks: `resolve` first, then `validate` and `requirements` once each, with your middleware between them. The order of all stages is in `stage-order.ts`. */
export type CheckOrder = readonly ['resolve', ...('validate' | 'requirements' | Stage<ResolvedCall>)[]];

/** The order of the standard: tool, input (422), requirements (400). */
export const standardOrder: CheckOrder = ['resolve', 'validate', 'requirements'];

const example = "Write ['resolve', 'requirements', 'validate'], with your middleware after 'resolve'";

const names: readonly unknown[] = standardOrder;

/** Throws for an invalid option `order`. The type only requires `resolve`. */
export function checkOrderOption(order: unknown): asserts order is CheckOrder {
  if (!Array.isArray(order)) throw new StartupError('TW_CHECK_ORDER', `order must be a list. ${example}`);
  if (order[0] !== 'resolve') {
    throw new StartupError('TW_CHECK_ORDER', `order must begin with 'resolve', which finds the tool. ${example}`);
  }
  for (const name of names) {
    if (order.filter((check) => check === name).length === 1) continue;
    throw new StartupError('TW_CHECK_ORDER', `order must contain '${String(name)}' exactly once. ${example}`);
  }
  if (order.every((check) => typeof check === 'function' || names.includes(check))) return;
  throw new StartupError(
    'TW_CHECK_ORDER',
    `order may contain only 'resolve', 'validate', 'requirements' and middleware functions. ${example}`,
  );
}
