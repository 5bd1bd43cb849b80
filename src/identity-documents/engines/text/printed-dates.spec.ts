import { MONTHS } from './month-names.js';
import { couldMean, findDates, isDateUnread } from './printed-dates.js';
import { toCapitals } from './text-lines.js';

const days = (text: string) => findDates(toCapitals(text)).flatMap(({ readings }) => readings);
const day = (month: number) => `1974-${String(month).padStart(2, '0')}-12`;

const ENGLISH = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
/** As printed in passports and cards, with accents. */
const SHORT: Readonly<Record<string, string>> = {
  Albanian: 'jan shk mar pri maj qer kor gus sht tet nën dhj',
  Croatian: 'sij vel ožu tra svi lip srp kol ruj lis stu pro',
  Czech: 'led úno bře dub kvě čvn čvc srp zář říj lis pro',
  Danish: 'jan feb mar apr maj jun jul aug sep okt nov dec',
  Dutch: 'jan feb mrt apr mei jun jul aug sep okt nov dec',
  Estonian: 'jaan veebr märts apr mai juuni juuli aug sept okt nov dets',
  Finnish: 'tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu',
  French: 'janv févr mars avr mai juin juil août sept oct nov déc',
  German: 'Jan Feb März Apr Mai Jun Jul Aug Sep Okt Nov Dez',
  Hungarian: 'jan febr márc ápr máj jún júl aug szept okt nov dec',
  Icelandic: 'jan feb mar apr maí jún júl ágú sep okt nóv des',
  Indonesian: 'Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des',
  Irish: 'Ean Feabh Márta Aib Beal Meith Iúil Lún MFó DFó Samh Noll',
  Italian: 'gen feb mar apr mag giu lug ago set ott nov dic',
  Latvian: 'janv febr marts apr maijs jūn jūl aug sept okt nov dec',
  Lithuanian: 'sau vas kov bal geg bir lie rgp rgs spa lap grd',
  Malay: 'Jan Feb Mac Apr Mei Jun Jul Ogos Sep Okt Nov Dis',
  Maltese: 'jan fra mar apr mej ġun lul aww set ott nov diċ',
  Polish: 'sty lut mar kwi maj cze lip sie wrz paź lis gru',
  Portuguese: 'jan fev mar abr mai jun jul ago set out nov dez',
  Romanian: 'ian feb mar apr mai iun iul aug sep oct noi dec',
  Slovene: 'jan feb mar apr maj jun jul avg sep okt nov dec',
  Spanish: 'ene feb mar abr may jun jul ago sep oct nov dic',
  Turkish: 'Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara',
};
const FULL: Readonly<Record<string, string>> = {
  Croatian:
    'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca',
  Czech: 'ledna února března dubna května června července srpna září října listopadu prosince',
  English: 'January February March April May June July August September October November December',
  Estonian: 'jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember',
  Finnish:
    'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  Lithuanian:
    'sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio',
  Polish:
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  Romanian:
    'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  Spanish: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  Turkish: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık',
};

describe('names of months', () => {
  test.each(Object.entries(SHORT))('reads months in %s with the English name before or after', (_, names) => {
    for (const [index, name] of names.split(' ').entries()) {
      const [expected, english] = [[day(index + 1)], ENGLISH[index]!];
      for (const month of [
        `${name}/${english}`,
        `${english}/${name}`,
        `${name} / ${english}`,
        `${name} ${english}`,
      ])
        expect([month, days(`12 ${month} 1974`)]).toEqual([month, expected]);
    }
  });

  test.each(Object.entries({ ...SHORT, ...FULL }))('reads months in %s alone', (_, names) => {
    for (const [index, name] of names.split(' ').entries())
      expect([
        name,
        findDates(toCapitals(`12 ${name} 1974`)).some((date) => couldMean(date, day(index + 1))),
      ]).toEqual([name, true]);
  });

  test.each(Object.entries(FULL))('reads months in %s, written in full', (_, names) => {
    for (const [index, name] of names.split(' ').entries()) {
      expect(days(`12. ${name} 1974`)).toContain(day(index + 1));
      expect(days(`12${name}1974`)).toContain(day(index + 1));
    }
  });

  test('reads a month in another script next to its English name', () => {
    expect(days('12 СІЧ/JAN 1974')).toEqual([day(1)]);
    expect(days('12 8月/AUG 1974')).toEqual([day(8)]);
    expect(days('12ΑΥΓ/AUG 74')).toEqual(['??74-08-12']);
  });

  test.each([
    ['JAN', ['ЯНВ', 'СІЧ', 'ΙΑΝ', '1月', '1월', 'يناير', 'AHB', '1A'], 1],
    ['MAR', ['МАР', 'БЕР', 'ΜΑΡ', '3月', '3월', 'مارس', 'MAP', '3R'], 3],
    ['AUG', ['АВГ', 'СЕР', 'ΑΥΓ', '8月', '8월', 'أغسطس', 'ABF', '8A'], 8],
    ['DEC', ['ДЕК', 'ГРУ', 'ΔΕΚ', '12月', '12월', 'ديسمبر', 'AEK', '12A'], 12],
  ])('reads %s before or after its name in another script', (english, names, month) => {
    for (const name of names) {
      const texts = [
        `${english}/${name}`,
        `${english} / ${name}`,
        `${english}|${name}`,
        `${name}/${english}`,
      ];
      if (!/[A-Z]$/.test(name)) texts.push(`${english} ${name}`, `${name} ${english}`);
      for (const text of texts) {
        expect([text, days(`12 ${text} 1974`)]).toEqual([text, [day(month)]]);
        expect([text, days(`12 ${text} 74`)]).toEqual([text, [day(month).replace('19', '??')]]);
      }
    }
  });

  test('takes no number of a Vietnamese month for a day', () => {
    for (const text of [
      '12 THG 3/MAR 1974',
      '12 Tháng 3 / MAR 1974',
      '12 MAR/THG 3 1974',
      '12 thg. 3/Mar 1974',
    ])
      expect([text, days(text)]).toEqual([text, [day(3)]]);
    expect(days('1? THG 3/MAR 1974')).toEqual([]);
  });

  test('reads a month with the words and signs that languages put around it', () => {
    expect(days('12 de agosto de 1974')).toEqual([day(8)]);
    expect(days('12-Aug-1974')).toEqual([day(8)]);
    expect(days('August 12, 1974')).toEqual([day(8)]);
    expect(days('1974. aug. 12')).toEqual([day(8)]);
    expect(days('1974 AUG/AUG 12')).toEqual([day(8)]);
  });

  test('reads a name shared by two months as either, unless the other name decides', () => {
    expect(days('12 LIS 1974')).toEqual([day(11), day(10)]);
    expect(days('12 LIS/OCT 1974')).toEqual([day(10)]);
    expect(days('12 LIS/NOV 1974')).toEqual([day(11)]);
    expect(days('12 LIP/JUN 1974')).toEqual([day(6)]);
  });

  test('reads two names that contradict each other as either month', () => {
    expect(days('12 JAN/JUN 1974')).toEqual([day(1), day(6)]);
  });

  test('does not find the name of a month inside a word', () => {
    expect(days('12 MARTINEZ 1974')).toEqual([]);
    expect(days('12 DECKER 1974')).toEqual([]);
    expect(isDateUnread('O KASPER')).toBe(false);
  });
});

describe('given names that are also names of months', () => {
  test.each<[string, string[]]>([
    ['1. DUPONT 2. JULIE 12.05.1974', ['1974-05-12']],
    ['2 MARCO 12.05.1974', ['1974-05-12']],
    ['2. JUNE 03.12.1985', ['1985-12-03']],
    ['1 MARTA 12.05.1974', ['1974-05-12']],
    ['1 ADAMS 2 JANE 3DOB 02/01/1995', ['1995-01-02', '1995-02-01']],
    ['2 JANE DOB 02/01/1995', ['1995-01-02', '1995-02-01']],
    ['2 JUNE 3 1985-12-03', ['1985-12-03']],
    ['2 JANE HGT 69', []],
  ])('reads the date, and not the number of the field, in %s', (text, expected) => {
    expect(days(text)).toEqual(expected);
  });

  test('takes no day of a date after any of these names for a year', () => {
    const dates = '12.05.1974|12 05 1974|1974-05-12|12MAY74'.split('|');
    for (const name of MONTHS.keys())
      for (const date of dates)
        for (const text of [`2. ${name} ${date}`, `2 ${name} 3 ${date}`])
          expect([text, days(text)]).toEqual([text, [expect.stringMatching(/^(?:19|\?\?)74-05-12$/)]]);
  });

  test('reads two named dates beside each other', () => {
    expect(days('12 AUG 74 12 AUG 84')).toEqual(['??74-08-12', '??84-08-12']);
    expect(days('12 AUG 74-12 AUG 84')).toEqual(['??74-08-12', '??84-08-12']);
    expect(days('12 AUG 1974-12.08.1984')).toEqual([day(8), '1984-08-12']);
    expect(days('12 AUG 74 MARSEILLE')).toEqual(['??74-08-12']);
    expect(days('3. 1974. AUG. 12')).toEqual([day(8)]);
  });
});

describe('dates in digits', () => {
  test('reads digits that lost their points as a date', () => {
    for (const text of ['12.081974', '1208.1974', '12.08 1974', '19740812', '1974.0812'])
      expect([text, days(text)]).toEqual([text, [day(8)]]);
  });

  test('reads digits that lost every separator in either order, if both are days', () => {
    for (const text of ['02011995', '0201 1995', '02 011995'])
      expect([text, days(text)]).toEqual([text, ['1995-01-02', '1995-02-01']]);
    expect(days('01311995')).toEqual(['1995-01-31']);
    expect(days('31011995')).toEqual(['1995-01-31']);
    expect(days('13131995')).toEqual([]);
  });

  test('reads the years that mean no expiry in digits that lost their points', () => {
    expect(days('01019999')).toEqual(['9999-01-01']);
    expect(days('3112.9999')).toEqual(['9999-12-31']);
  });

  test('finds no date in the digits of numbers', () => {
    for (const text of ['31991974', '12083974', '01012287', 'A12081974', '120819745', '12081974B'])
      expect([text, days(text)]).toEqual([text, []]);
  });

  test('reads a date after the number of its field', () => {
    expect(days('3.12.08.1974')).toEqual([day(8)]);
    expect(days('12.08.1974-12.08.1984')).toEqual([day(8), '1984-08-12']);
  });
});
