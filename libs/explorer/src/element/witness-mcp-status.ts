import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Token } from '../live/token.ts';
import type { Theme } from '../react/theme-context.ts';
import { createStatusStore, type ListedSession } from '../store/status-store.ts';
import theme from '../theme/theme.css?inline';
import type { ResetOffer } from '../view/actions.ts';
import { Widget } from './widget.tsx';

const themes: readonly unknown[] = ['inherit', 'auto', 'light', 'dark'] satisfies Theme[];

/** An address as the page would resolve it; null where it is none. */
const absolute = (address: string | null): string | null =>
  address === null || !URL.canParse(address, document.baseURI)
    ? null
    : new URL(address, document.baseURI).href;

const sheet = new CSSStyleSheet();
sheet.replaceSync(theme);

/**
 * `<witness-mcp-status>`: the trigger with its tooltip and explorer, in a shadow root.
 *
 * Attributes: `session-id`; `service-url`, where the page reaches the service (without it the host hands reports over by
 * {@link offer}); `label`; `theme` (`inherit`, `auto`, `light`, `dark`). Properties: `token`, asked before every request;
 * `openSettings` and `reset`, what the host offers beside. Events, which leave the shadow root: `witness-open`,
 * `witness-close`. Custom properties named `--witness-…` theme it.
 */
export class WitnessMcpStatus extends HTMLElement {
  static readonly observedAttributes = ['session-id', 'service-url', 'label', 'theme'];

  private readonly store = createStatusStore();
  private readonly place: HTMLElement;
  private readonly portal: HTMLElement;
  private root: Root | null = null;
  private givenToken: Token | null = null;
  private givenSettings: (() => void) | undefined;
  private givenReset: ResetOffer | undefined;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    [this.place, this.portal] = [document.createElement('div'), document.createElement('div')];
    shadow.append(this.place, this.portal);
  }

  /** Null: no token is sent. */
  get token(): Token | null {
    return this.givenToken;
  }

  set token(token: Token | null) {
    this.givenToken = token;
    this.render();
  }

  get openSettings(): (() => void) | undefined {
    return this.givenSettings;
  }

  set openSettings(open: (() => void) | undefined) {
    this.givenSettings = open;
    this.render();
  }

  get reset(): ResetOffer | undefined {
    return this.givenReset;
  }

  set reset(reset: ResetOffer | undefined) {
    this.givenReset = reset;
    this.render();
  }

  /** Hands over sessions as a task's list has them; what is newer than what is held is shown. */
  offer(sessions: readonly ListedSession[]): void {
    this.store.offerSessions(sessions);
  }

  connectedCallback(): void {
    this.root ??= createRoot(this.place);
    this.render();
  }

  disconnectedCallback(): void {
    this.root?.unmount();
    this.root = null;
  }

  attributeChangedCallback(): void {
    this.render();
  }

  private render(): void {
    const wanted = this.getAttribute('theme');
    const sessionId = this.getAttribute('session-id') ?? '';
    const address = this.getAttribute('service-url');
    const serviceUrl = absolute(address);
    const hostActions = {
      ...(this.givenSettings === undefined ? {} : { openSettings: this.givenSettings }),
      ...(this.givenReset === undefined ? {} : { reset: this.givenReset }),
    };
    this.root?.render(
      createElement(Widget, {
        store: this.store,
        // A host may name the session later: until then there is nothing to follow.
        serviceUrl: sessionId === '' ? null : serviceUrl,
        addressTrouble:
          address === null || serviceUrl !== null
            ? null
            : `The attribute service-url is no address: “${address}”. Set it to that of the service.`,
        sessionId,
        label: this.getAttribute('label') ?? undefined,
        theme: themes.includes(wanted) ? (wanted as Theme) : 'inherit',
        token: this.givenToken,
        hostActions,
        portal: this.portal,
        onOpenChange: (open) => {
          const name = open ? 'witness-open' : 'witness-close';
          this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true }));
        },
      }),
    );
  }
}
