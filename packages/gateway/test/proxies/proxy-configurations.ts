import type { ProxyName } from './proxy-process.js';

/** A port on which a proxy listens, and the port to which it forwards what comes there. */
export interface Forwarding {
  readonly port: number;
  readonly upstream: number;
}

/** A configuration of a proxy. */
export interface ProxyConfiguration {
  readonly proxy: ProxyName;
  /** Returns its configuration file. */
  readonly file: (forwardings: readonly Forwarding[]) => string;
}

const HTTP_1_1 = 'proxy_http_version 1.1; proxy_set_header Connection "";';
const UPGRADE_MAP = `map $http_upgrade $connection_upgrade { default upgrade; '' close; }`;

const nginx = (lines: string, head = ''): ProxyConfiguration => ({
  proxy: 'nginx',
  file: (forwardings) =>
    [
      'daemon off; master_process off; pid nginx.pid;',
      'error_log stderr error;',
      'events { worker_connections 256; }',
      `http { access_log off; ${head}`,
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`),
      ...forwardings.map(
        ({ port, upstream }) =>
          `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; ${lines} } }`,
      ),
      '}',
    ].join('\n'),
});

/** nginx with connections to the gateway that stay open: its `Host` is the name of the upstream. */
const nginxWithUpstreams: ProxyConfiguration = {
  proxy: 'nginx',
  file: (forwardings) =>
    forwardings.reduce(
      (file, { upstream }) => file.replace(`http://127.0.0.1:${upstream}`, `http://gateway${upstream}`),
      nginx(
        HTTP_1_1,
        forwardings
          .map(
            ({ upstream }) => `upstream gateway${upstream} { server 127.0.0.1:${upstream}; keepalive 16; }`,
          )
          .join(' '),
      ).file(forwardings),
    ),
};

const caddy: ProxyConfiguration = {
  proxy: 'caddy',
  file: (forwardings) =>
    [
      '{\n admin off\n auto_https off\n}',
      ...forwardings.map(
        ({ port, upstream }) => `http://:${port} {\n bind 127.0.0.1\n reverse_proxy 127.0.0.1:${upstream}\n}`,
      ),
      '',
    ].join('\n'),
};

const haproxy = (mode: 'http' | 'tcp', option = ''): ProxyConfiguration => ({
  proxy: 'haproxy',
  file: (forwardings) =>
    [
      'global\n maxconn 200',
      `defaults\n mode ${mode}\n timeout connect 5s\n timeout client 30s\n timeout server 30s`,
      ...forwardings.map(
        ({ port, upstream }) =>
          `listen on${port}\n bind 127.0.0.1:${port}\n ${option}\n server gateway 127.0.0.1:${upstream}`,
      ),
      '',
    ].join('\n'),
});

/** Configurations by the names in proxies.json. */
export const PROXY_CONFIGURATIONS: Readonly<Record<string, ProxyConfiguration>> = {
  'nginx-http-1-0': nginx('proxy_http_version 1.0;'),
  'nginx-http-1-1': nginx(HTTP_1_1),
  'nginx-websocket': nginx(
    'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";',
  ),
  'nginx-websocket-map': nginx(
    'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;',
    UPGRADE_MAP,
  ),
  'nginx-keepalive': nginxWithUpstreams,
  'nginx-host': nginx(`${HTTP_1_1} proxy_set_header Host $host;`),
  'nginx-forwarded': nginx(`${HTTP_1_1} proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`),
  caddy,
  haproxy: haproxy('http'),
  'haproxy-forwardfor': haproxy('http', 'option forwardfor'),
  'haproxy-tcp': haproxy('tcp'),
};
