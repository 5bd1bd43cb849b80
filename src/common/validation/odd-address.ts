/** Providers that many people use. Only long names: the neighbours of short ones are often real. */
const WELL_KNOWN = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'protonmail.com',
  'btinternet.com',
  'comcast.net',
  't-online.de',
  'freenet.de',
  'orange.fr',
  'wanadoo.fr',
  'laposte.net',
  'libero.it',
  'ziggo.nl',
];
/** Real domains that are one letter away from one of them. */
const NEIGHBOURS = ['mail.com', 'ymail.com', 'email.com'];

/** Why an address is probably mistyped: its domain has no dot, or is one slip away from `meant`. */
export interface OddAddress {
  domain: string;
  /** The address with the domain that was probably meant; null if its domain only lacks an ending. */
  meant: string | null;
}

/** Null for an address that looks right, and for what is no address. It never means that an address is refused. */
export function oddAddress(email: string): OddAddress | null {
  const [, local, typed] = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim()) ?? [];
  if (!local || !typed) return null;
  const domain = typed.toLowerCase();
  if (!domain.includes('.')) return { domain, meant: null };
  if ([...WELL_KNOWN, ...NEIGHBOURS].includes(domain)) return null;
  const meant = WELL_KNOWN.find((known) => isOneSlipFrom(known, domain));
  return meant === undefined ? null : { domain, meant: `${local}@${meant}` };
}

/** Whether one letter is missing, added, wrong or swapped with the next one. */
function isOneSlipFrom(known: string, typed: string): boolean {
  let at = 0;
  while (at < known.length && known[at] === typed[at]) at += 1;
  const ends = [
    [known.slice(at + 1), typed.slice(at)],
    [known.slice(at), typed.slice(at + 1)],
    [known.slice(at + 1), typed.slice(at + 1)],
    [swapped(known.slice(at)), typed.slice(at)],
  ];
  return known !== typed && ends.some(([one, other]) => one === other);
}

const swapped = (text: string) => text.charAt(1) + text.charAt(0) + text.slice(2);
