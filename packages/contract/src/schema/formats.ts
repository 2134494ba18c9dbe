/** Lists the formats of the platform's engine. */
export const FORMATS = [
  'date-time',
  'date',
  'time',
  'email',
  'idn-email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'regex',
];
