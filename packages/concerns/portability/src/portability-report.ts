import { findPortabilityProblems, type PortabilityProblem } from './portability.ts';
import { isSurelyPortable } from './surely-portable.ts';
import { portableToolInput, type ToolInput } from './tool-input.ts';

/** A tool to report on, as a server lists it in `tools`. */
export interface ReportedTool extends ToolInput {
  readonly id: string;
  readonly version: string;
  readonly name: string;
}

/** One tool that some readers will not take, with every reason. */
export interface ToolPortability {
  /** With its version, such as `Mail.Send@1.0.0`. */
  readonly toolId: string;
  readonly problems: readonly PortabilityProblem[];
}

/** Reports the tools that some models' interfaces or clients refuse, or leave out, though their inputs were made portable. */
export function portabilityReport(tools: readonly ReportedTool[]): readonly ToolPortability[] {
  return tools
    .filter((tool) => !isSurelyPortable(tool))
    .map((tool) => ({
      toolId: `${tool.id}@${tool.version}`,
      problems: findPortabilityProblems({ name: tool.name, inputSchema: portableToolInput(tool) }),
    }))
    .filter(({ problems }) => problems.length > 0);
}
