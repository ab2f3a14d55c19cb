/** How a host puts the widget into its toolbar. The address says which session, and what else this example is to do. */
const wanted = new URLSearchParams(location.search);
const widget = document.querySelector('witness-mcp-status');

const theme = wanted.get('theme');
if (theme !== null) widget.setAttribute('theme', theme);
if (wanted.get('dir') === 'rtl') document.documentElement.dir = 'rtl';

// Where the service has an origin of its own, its settings name this page's.
const service = wanted.get('service');
if (service !== null) widget.setAttribute('service-url', service);

// A key is never in the page: it is asked for before every request, so that a short-lived one can be given.
const key = wanted.get('key');
if (key !== null) widget.token = () => Promise.resolve(key);

if (wanted.has('actions')) {
  widget.openSettings = () => {
    document.title = 'MCP settings';
  };
  widget.reset = {
    label: 'Restart the agent',
    consequences: 'The agent starts anew and forgets this conversation. Files that it changed stay changed.',
    run: () => {
      document.title = 'Restarted';
    },
  };
}

widget.setAttribute('session-id', wanted.get('session') ?? '');

window.addEventListener('hashchange', () => {
  widget.setAttribute('session-id', decodeURIComponent(location.hash.slice(1)));
});
