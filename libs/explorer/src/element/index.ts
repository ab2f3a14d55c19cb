import { enableShadowDOM } from 'react-stately/private/flags/flags';
import { WitnessMcpStatus } from './witness-mcp-status.ts';

export { WitnessMcpStatus };

const name = 'witness-mcp-status';

// Before anything is drawn: react-aria looks for the focus inside of shadow roots only where it was told to.
enableShadowDOM();
if (customElements.get(name) === undefined) customElements.define(name, WitnessMcpStatus);
