import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/panel.js';
import { CreateForm } from './create-form.js';
import { isNameType, NameForm } from '../names/name-form.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { WithActor } from '../actor/with-actor.js';

/** Shows a form for a new document; for a DPNS name a simple form, or all fields on request. */
export function NewDocument(props: {
  readonly selected: SelectedType;
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}) {
  const { selected } = props;
  const isName = isNameType(selected);
  const [showsFields, setShowsFields] = useState(false);
  if (isName && !showsFields)
    return (
      <Panel
        title="A new name"
        aside={
          <Button size="s" onClick={() => setShowsFields(true)}>
            All fields
          </Button>
        }
      >
        <WithActor {...props}>{(acting) => <NameForm {...props} state={acting} />}</WithActor>
      </Panel>
    );
  return (
    <Panel
      title={`New document of ${selected.type.name}`}
      aside={
        isName && (
          <Button size="s" onClick={() => setShowsFields(false)}>
            Just a name
          </Button>
        )
      }
    >
      <WithActor {...props}>{(acting) => <CreateForm {...props} state={acting} />}</WithActor>
    </Panel>
  );
}
