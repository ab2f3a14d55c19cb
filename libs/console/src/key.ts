import { h } from './dom.ts';

const place = 'witness-api-key';

/** The API key of this browser tab, where one was given; it is gone when the tab is closed. */
export const heldKey = (): string | undefined => sessionStorage.getItem(place) ?? undefined;

/** Asks for an API key and keeps it for this tab. */
export const keyForm = (refused: boolean, onKey: () => void): HTMLElement => {
  const field = h('input', {
    type: 'password',
    name: 'key',
    required: '',
    autocomplete: 'off',
    id: 'api-key',
  });
  const form = h(
    'form',
    { class: 'key' },
    h('p', {}, 'This service answers only with an API key. It is kept in this tab alone.'),
    refused ? h('p', { class: 'error', role: 'alert' }, 'That key was not taken.') : null,
    h('label', { for: 'api-key' }, 'API key'),
    field,
    h('button', { type: 'submit' }, 'Use it'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sessionStorage.setItem(place, field.value.trim());
    onKey();
  });
  return form;
};
