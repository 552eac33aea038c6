import { formatMs } from '@toolwire/internal';
import type { VNode } from 'preact';
import type { Message, PlannedCall } from '../../calls/run.ts';
import { prettyJson } from '../../json.ts';
import { maskMessage } from '../../request-log.ts';
import { Code, Text } from '../text.tsx';

interface MessageProps {
  readonly message: Message;
  /** The secrets to mask; none while the user reveals them. */
  readonly secrets: readonly string[];
  readonly credentials: PlannedCall['credentials'];
}

/** A request and its response, as sent and received, without secrets. */
export function MessageView({ message, secrets, credentials }: MessageProps): VNode {
  const { method, body, status, answer, tookMs } = message;
  const masked = maskMessage(message, secrets, credentials);
  return (
    <div class="message-pair">
      <h4>
        {method} <Text text={masked.url} /> {status !== undefined && `→ ${status}`}{' '}
        <span class="hint">
          {new Blob([body]).size} bytes sent, {new Blob([answer]).size} received
          {tookMs !== undefined && `, ${formatMs(tookMs)}`}
        </span>
      </h4>
      <Code label="As sent" text={`${masked.sentHeaders}\n\n${prettyJson(masked.body(body))}`} />
      <Code label="As received" text={`${masked.receivedHeaders}\n\n${prettyJson(masked.body(answer))}`} />
    </div>
  );
}
