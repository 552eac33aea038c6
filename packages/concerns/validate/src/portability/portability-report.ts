import { isKnownPortable } from './known-portable.ts';
import { findPortabilityProblems, type PortabilityProblem } from './portability-problems.ts';
import { portableToolInput, type ToolInput } from './tool-input.ts';

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
    .filter((tool) => !isKnownPortable(tool))
    .map((tool) => ({
      toolId: `${tool.id}@${tool.version}`,
      problems: findPortabilityProblems({ name: tool.name, inputSchema: portableToolInput(tool) }),
    }))
    .filter(({ problems }) => problems.length > 0);
}
