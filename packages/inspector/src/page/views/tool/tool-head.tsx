import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { versionsOf } from '../../calls/start-run.ts';
import { textOf } from '../../json.ts';
import type { Store } from '../../store.ts';
import { type ToolState, toolKey } from '../../tool.ts';
import { Text } from '../text.tsx';

/** The name, versions and description of a tool. */
export function ToolHead({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const versions = versionsOf(tool, store.tools.value);
  const marks = Object.entries(tool.annotations ?? {}).flatMap(([name, value]) => (value === true ? [name] : []));
  const id = useId();
  return (
    <header class="tool-head">
      <h2 id="tool-name">
        <Text text={tool.title ?? tool.id} most={200} />
      </h2>
      <p>
        <code>
          <Text text={toolKey(tool)} most={300} />
        </code>{' '}
        {[...marks, ...(tool.taskSupport === undefined ? [] : [`task ${tool.taskSupport}`])].map((mark) => (
          <span class="mark" key={mark}>
            {mark}
          </span>
        ))}
      </p>
      {versions.length > 1 && (
        <p class="row">
          <label for={id}>Version</label>
          <select id={id} value={toolKey(tool)} onChange={(event) => store.select(event.currentTarget.value)}>
            {versions.map((one) => (
              <option value={toolKey(one)} key={one.version}>
                {one.version}
                {one.deprecation !== undefined && ' (deprecated)'}
              </option>
            ))}
          </select>
        </p>
      )}
      <p class="about">
        <Text text={tool.description} most={4_000} />
      </p>
      {tool.deprecation !== undefined && <p class="warning">{deprecationText(tool)}</p>}
      {tool.problems.length > 0 && (
        <details class="warning">
          <summary>
            {tool.problems.length === 1 ? '1 problem' : `${tool.problems.length} problems`} with some models
          </summary>
          <ul>
            {tool.problems.slice(0, 20).map(({ readers, message }, index) => (
              <li key={index}>
                <strong>{readers.join(', ')}</strong>: <Text text={message} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
}

/** When a version stops working, and its successor. */
export function deprecationText({ deprecation }: ToolState): string {
  const since = textOf(deprecation, 'since');
  const sunset = textOf(deprecation, 'sunset');
  const successor = textOf(deprecation, 'successor');
  return [
    `Deprecated${since === undefined ? '' : ` since ${since}`}.`,
    ...(sunset === undefined ? [] : [`It stops working on ${sunset}.`]),
    ...(successor === undefined ? [] : [`Use ${successor}.`]),
  ].join(' ');
}
