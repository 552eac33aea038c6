import type { VNode } from 'preact';
import type { ToolState } from '../../server-state.ts';
import { Icon, type IconName } from './icon.tsx';

/** A property of a tool that its caller should know. */
interface Trait {
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
}

function traitsOf({ annotations, taskSupport, deprecation }: ToolState): readonly Trait[] {
  const traits: Trait[] = [];
  if (annotations?.['destructive'] === true) {
    traits.push({ name: 'destructive', title: 'Destructive', icon: 'warning' });
  }
  if (annotations?.['readOnly'] === true) traits.push({ name: 'read-only', title: 'Read-only', icon: 'eye' });
  if (taskSupport !== undefined) {
    const title = taskSupport === 'required' ? 'Always a task' : 'Can be a task';
    traits.push({ name: 'task', title, icon: 'clock' });
  }
  if (deprecation !== undefined) traits.push({ name: 'deprecated', title: 'Deprecated', icon: 'box' });
  return traits;
}

/** The traits of a tool as icons, for the list. */
export function TraitIcons({ tool }: { readonly tool: ToolState }): VNode | null {
  const traits = traitsOf(tool);
  if (traits.length === 0) return null;
  return (
    <span class="traits">
      {traits.map(({ name, title, icon }) => (
        <span class={`trait ${name}`} key={name} role="img" aria-label={title} title={title}>
          <Icon name={icon} />
        </span>
      ))}
    </span>
  );
}

/** The traits of a tool as icons with text. */
export function TraitMarks({ tool }: { readonly tool: ToolState }): VNode {
  const others = Object.entries(tool.annotations ?? {}).flatMap(([name, value]) =>
    value === true && name !== 'readOnly' && name !== 'destructive' ? [name] : [],
  );
  return (
    <>
      {traitsOf(tool).map(({ name, title, icon }) => (
        <span class={`mark ${name}`} key={name}>
          <Icon name={icon} />
          {title}
        </span>
      ))}
      {others.map((name) => (
        <span class="mark" key={name}>
          {name}
        </span>
      ))}
    </>
  );
}
