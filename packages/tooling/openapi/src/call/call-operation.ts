import { artifact, type ToolContext } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import type { Fields } from '@toolwire/internal';
import { buildRequest } from '../request/build-request.ts';
import { followPages, type Page, type PagingPlan } from './paging.ts';
import type { ApiResult } from './read-response.ts';
import { type OperationConnection, type Received, sendOperation } from './send-operation.ts';
import { cutResult, type LargeResults, requestLess, resultArtifact, selectParts, withNote } from './shape-result.ts';

/** How the calls of one operation are sent, and how their results are shaped. */
export interface OperationCall extends OperationConnection {
  readonly baseUrl: string;
  readonly maxResultCharacters: number;
  readonly largeResults: LargeResults;
  /** The parts of a result to keep. Default: all. */
  readonly select: readonly string[] | undefined;
  /** How further pages are read; `undefined` for one page. */
  readonly paging: PagingPlan | undefined;
}

/** Calls an operation, and returns what its tool returns. */
export async function callOperation(call: OperationCall, input: Fields, context: ToolContext): Promise<unknown> {
  const request = buildRequest(call.operation, input, call.baseUrl);
  const first = await sendOperation(call, request, context);
  if (call.paging === undefined || first.result.kind !== 'json') return shaped(first.result, call);
  const { value, note } = await followPages(pageOf(first), request, {
    ...call,
    paging: call.paging,
    input,
    maxCharacters: call.maxResultCharacters,
    sizeOf: (page) => JSON.stringify(selectedParts(page, call)).length,
    read: async (next) => pageOf(await sendOperation(call, next, context)),
  });
  const selected = selectedParts(value, call);
  // A result that is cut gets another note.
  const needsNote = note !== undefined && JSON.stringify(selected).length <= call.maxResultCharacters;
  return needsNote ? withNote(selected, note) : limited(selected, call);
}

function pageOf({ result, link }: Received): Page {
  return { value: result.kind === 'json' ? result.value : undefined, link };
}

function shaped(result: ApiResult, call: OperationCall): unknown {
  switch (result.kind) {
    case 'none':
      return null;
    case 'file':
      return artifact({
        contentType: result.contentType,
        description: 'The file that the API returned.',
        name: result.name ?? 'response',
        body: result.bytes,
      });
    case 'text':
      return limited(result.text, call);
    case 'json':
      return limited(selectedParts(result.value, call), call);
  }
}

function selectedParts(value: unknown, { select }: OperationCall): unknown {
  return select === undefined ? value : selectParts(value, select);
}

function limited(value: unknown, { maxResultCharacters, largeResults }: OperationCall): unknown {
  const json = JSON.stringify(value);
  if (json.length <= maxResultCharacters) return value;
  if (largeResults === 'artifact') return resultArtifact(value, json);
  if (largeResults === 'cut') return cutResult(value, json, maxResultCharacters);
  throw new ToolError(
    `The result has ${json.length} characters, and the limit is ${maxResultCharacters}. ${requestLess}`,
  );
}
