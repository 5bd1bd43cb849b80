import { type PassportPerson } from './encode-td3.js';
import { type Random } from './random.js';

const SURNAMES =
  'Abe,Alvarez,Andersson,Baker,Bauer,Bianchi,Castro,Chen,da Silva,Dubois,Eriksson,Fischer,García,Haddad,Ivanova,Jensen,Kowalczyk,Kumar,Lindqvist,Müller,Nguyen,O’Connor,Ozturk,Papadopoulos,Quispe,Rossi,Sørensen,Smith-Jones,Suzuki,Tanaka,Ueda,van der Berg,Weiß,Xu,Yilmaz,Zhang,Zieliński'.split(
    ',',
  );
const GIVEN_NAMES =
  'Anna Maria,Ben,Camille,David,Elif,Fatima Zahra,Giulia,Hiroshi,Ines,Jean-Luc,Jörg,Kofi,Lucía,Mei Ling,Noah,Olga,Pedro Miguel,Quentin,Rosa,Søren,Tomasz,Uma,Victor Hugo,Wei,Ximena,Yusuf,Zoë'.split(
    ',',
  );
/** State codes as used in the MRZ, including the one-letter code (ICAO 9303-3 §5). */
const STATES =
  'D,FRA,GBR,USA,CAN,AUS,NLD,SWE,NOR,DNK,FIN,POL,ESP,PRT,ITA,GRC,TUR,IND,CHN,JPN,KOR,BRA,ARG,MEX,ZAF,NGA,KEN,EGY,UTO'.split(
    ',',
  );
const NUMBER_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ0123456789OI';

/** A fictitious traveller. Names are spelled as people write them; the MRZ spelling is derived. */
export function randomPerson(random: Random): PassportPerson {
  const state = random.pick(STATES);
  return {
    surname: random.pick(SURNAMES),
    givenNames: random.pick(GIVEN_NAMES),
    number: randomCode(random, random.chance(0.8) ? 9 : 8),
    state,
    nationality: random.chance(0.9) ? state : random.pick(STATES),
    birthDate: randomDate(random, 1940, 2008),
    sex: random.pick(['F', 'M', 'F', 'M', 'F', 'M', 'X'] as const),
    expiryDate: randomDate(random, 2027, 2039),
    personalNumber: random.chance(0.5) ? randomCode(random, 6 + random.below(9)) : '',
  };
}

function randomCode(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick([...NUMBER_CHARACTERS])).join('');
}

function randomDate(random: Random, fromYear: number, toYear: number): string {
  const year = fromYear + random.below(toYear - fromYear + 1);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
}
