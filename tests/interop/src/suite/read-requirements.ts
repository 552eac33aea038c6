import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { expectedFailures, type Revision } from './run-suite.ts';

/** The requirements of a revision for servers, and the requirements that do not apply to servers with only tools. */
export interface Requirements {
  readonly required: readonly string[];
  /** Scenarios, and single checks as `scenario:check`. */
  readonly notApplicable: readonly string[];
}

/** Reads the suite's own list, and the file of expected failures. */
export async function readRequirements(revision: Revision): Promise<Requirements> {
  const list = import.meta.resolve(`@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
  return {
    required: serverScenarios(await readFile(fileURLToPath(list), 'utf8')),
    notApplicable: serverScenarios(await readFile(expectedFailures(revision), 'utf8')),
  };
}

function serverScenarios(yaml: string): readonly string[] {
  return (parse(yaml) as { readonly server: readonly string[] }).server;
}
