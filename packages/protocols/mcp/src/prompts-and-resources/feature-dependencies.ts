import type { ServingSettings } from '../definitions/option-defaults.ts';
import type { ReplaceableDefinitions } from './replaceable-definitions.ts';
import type { RunFeature } from './run-feature.ts';
import type { UiResourcesOf } from './ui-resources.ts';
import type { VisibilityCheck } from './visibility.ts';

/** The parts of a server that the methods for resources, prompts and completions share. */
export interface FeatureDependencies {
  /** The options of the protocol. */
  readonly settings: ServingSettings;
  /** The resources and prompts at the moment. */
  readonly definitions: ReplaceableDefinitions;
  /** Filters the resources and prompts that a caller may see. */
  readonly filterVisible: VisibilityCheck;
  /** Finds the UIs of the tools that a caller may see. */
  readonly uiResourcesOf: UiResourcesOf;
  /** Runs a function of a definition under the limits of tools. */
  readonly run: RunFeature;
  /** Logs an unexpected error. */
  readonly report: (thrown: unknown) => void;
}
