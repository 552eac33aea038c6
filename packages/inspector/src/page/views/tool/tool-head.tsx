import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ToolState } from '../../../server-state.ts';
import { textOf } from '../../json.ts';
import type { Store } from '../../store.ts';
import { toolKey, versionsOf } from '../../tools.ts';
import { Icon } from '../icon.tsx';
import { Text } from '../text.tsx';
import { TraitMarks } from '../traits.tsx';

const maxProblems = 20;

/** The name, versions and description of a tool. */
export function ToolHead({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const versions = versionsOf(tool, store.tools.value);
  return (
    <header class="tool-head">
      <div class="title">
        <h2 id="tool-name">
          <Text text={tool.title ?? tool.id} maxLength={200} />
        </h2>
        {versions.length === 1 && (
          <span class="hint">
            <Text text={tool.version} maxLength={30} />
          </span>
        )}
        <TraitMarks tool={tool} />
        {versions.length > 1 && <VersionChoice store={store} tool={tool} versions={versions} />}
      </div>
      {tool.title !== undefined && (
        <p>
          <code>
            <Text text={tool.id} maxLength={300} />
          </code>
        </p>
      )}
      <p class="about">
        <Text text={tool.description} maxLength={4_000} />
      </p>
      {tool.deprecation !== undefined && <DeprecationNote tool={tool} />}
      {tool.problems.length > 0 && (
        <details class="warning">
          <summary>
            {tool.problems.length > maxProblems && `${maxProblems} of `}
            {tool.problems.length === 1 ? '1 problem' : `${tool.problems.length} problems`} with some models
          </summary>
          <ul>
            {tool.problems.slice(0, maxProblems).map(({ readers, message }, index) => (
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

interface ChoiceProps {
  readonly store: Store;
  readonly tool: ToolState;
  readonly versions: readonly ToolState[];
}

function VersionChoice({ store, tool, versions }: ChoiceProps): VNode {
  const id = useId();
  return (
    <>
      <label for={id} class="visually-hidden">
        Version
      </label>
      <select id={id} value={toolKey(tool)} onChange={(event) => store.select(event.currentTarget.value)}>
        {versions.map((version) => (
          <option value={toolKey(version)} key={version.version}>
            {version.version}
            {version.deprecation !== undefined && ' (deprecated)'}
          </option>
        ))}
      </select>
    </>
  );
}

/** When a version stops working, and its successor. */
export function DeprecationNote({ tool: { deprecation } }: { readonly tool: ToolState }): VNode {
  const since = textOf(deprecation, 'since');
  const sunset = textOf(deprecation, 'sunset');
  const successor = textOf(deprecation, 'successor');
  const sentences = [since === undefined ? 'Deprecated.' : `Deprecated since ${since}.`];
  if (sunset !== undefined) sentences.push(`It stops working on ${sunset}.`);
  if (successor !== undefined) sentences.push(`Use ${successor}.`);
  return (
    <p class="note">
      <Icon name="box" />
      <Text text={sentences.join(' ')} />
    </p>
  );
}
