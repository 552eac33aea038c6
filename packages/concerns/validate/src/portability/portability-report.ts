import { annotationKeywords, schemasIn } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../json-schema/json.ts';
import { findPortabilityProblems, type PortabilityProblem } from './portability-problems.ts';
import { portableToolInput, type ToolInput } from './portable-input.ts';

/** A tool to report on, as a server lists it in `tools`. */
export interface ReportedTool extends ToolInput {
  readonly id: string;
  readonly version: string;
  readonly name: string;
}

/** A tool that some models or clients don't support, with every reason. */
interface ToolPortability {
  /** The ID with its version, such as `Mail.Send@1.0.0`. */
  readonly toolId: string;
  readonly problems: readonly PortabilityProblem[];
}

/** Reports the tools that some model APIs or clients reject, even in their portable form. */
export function portabilityReport(tools: readonly ReportedTool[]): readonly ToolPortability[] {
  return tools
    .map((tool) => ({ toolId: `${tool.id}@${tool.version}`, problems: problemsOf(tool) }))
    .filter(({ problems }) => problems.length > 0);
}

function problemsOf(tool: ReportedTool): readonly PortabilityProblem[] {
  const { name, inputSchema } = tool;
  // Most schemas are portable as they are. A conversion of each would make the startup much longer.
  const isPortable = tool.inputDocument === undefined && isInPortableForm(inputSchema);
  return findPortabilityProblems({ name, inputSchema: isPortable ? inputSchema : portableToolInput(tool) });
}

/** Whether a schema has only keywords that its portable form keeps. */
export function isInPortableForm(root: JsonSchema): boolean {
  // At the root, the portable form omits `enum`.
  return (
    !('enum' in root) &&
    schemasIn(root).every(
      ({ schema }) =>
        !Array.isArray(schema['type']) && Object.keys(schema).every((keyword) => portableKeywords.has(keyword)),
    )
  );
}

const portableKeywords: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  'additionalProperties',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
  'properties',
  'required',
  'type',
  'uniqueItems',
]);
