import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import type { LoggedRequest } from '../../calls/run.ts';
import { prettyJson } from '../../json.ts';
import { maskRequest } from '../../request-log.ts';
import type { Credentials } from '../../server.ts';
import { Code, Text } from '../text.tsx';

interface LoggedRequestProps {
  readonly request: LoggedRequest;
  /** The secrets to mask; none while the user reveals them. */
  readonly secrets: readonly string[];
  readonly credentials: Credentials;
}

/** A request and its response in the request log, without secrets. */
export function LoggedRequestView({ request, secrets, credentials }: LoggedRequestProps): VNode {
  const { method, requestBody, status, responseBody, tookMs } = request;
  const masked = maskRequest(request, secrets, credentials);
  return (
    <div class="logged-request">
      <h4>
        {method} <Text text={masked.url} /> {status !== undefined && `→ ${status}`}{' '}
        <span class="hint">
          {new Blob([requestBody]).size} bytes sent, {new Blob([responseBody]).size} received
          {tookMs !== undefined && `, ${formatMs(tookMs)}`}
        </span>
      </h4>
      <Code label="As sent" text={`${masked.requestHeaders}\n\n${prettyJson(masked.requestBody)}`} />
      <Code label="As received" text={`${masked.responseHeaders}\n\n${prettyJson(masked.responseBody)}`} />
    </div>
  );
}
