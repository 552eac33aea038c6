import type { VNode } from 'preact';
import type { Message } from '../../calls/run.ts';
import { prettyJson } from '../../json.ts';
import type { SecretFilter } from '../../secrets.ts';
import { Code, Text } from '../text.tsx';

/** A request and its response, as sent and received. */
export function MessageView({ message, filter }: { readonly message: Message; readonly filter: SecretFilter }): VNode {
  const { method, url, headers, body, status, answerHeaders = [], answer, tookMs } = message;
  const sentHeaders = Object.entries(headers).map(
    ([name, value]) => `${name}: ${isCredential(name) ? '[your credentials]' : value}`,
  );
  return (
    <div class="message-pair">
      <h4>
        {method} <Text text={url} /> {status !== undefined && `→ ${status}`}{' '}
        <span class="hint">
          {new Blob([body]).size} bytes sent, {new Blob([answer]).size} received
          {tookMs !== undefined && `, ${tookMs.toFixed(1)} ms`}
        </span>
      </h4>
      <Code label="As sent" text={`${filter.text(sentHeaders.join('\n'))}\n\n${prettyJson(filter.text(body))}`} />
      <Code
        label="As received"
        text={`${answerHeaders.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${prettyJson(filter.text(answer))}`}
      />
    </div>
  );
}

function isCredential(name: string): boolean {
  return /authorization|key|token|cookie/i.test(name);
}
