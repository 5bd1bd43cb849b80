/** Names as people write them, by what is special about them. */
export const NAMES: Readonly<Record<string, string>> = {
  'Arabic with a ligature': 'لالا فاطمة نسومر',
  'Arabic, joined': 'محمد عبد الله الأنصاري',
  'Arabic with vowel signs': 'مُحَمَّد الزَّهْرَاء',
  'Persian with a zero-width non-joiner': 'علی\u200cرضا شفیعی\u200cکدکنی',
  Urdu: 'فیض احمد فیض',
  Hebrew: 'דוד בן־גוריון',
  'Hebrew with points': 'שָׁלוֹם עֲלֵיכֶם',
  'Hebrew in brackets': 'יוסף (יוסי) כהן',
  'Devanagari with reordered vowels and conjuncts': 'क्षितिज श्रीवास्तव',
  'Devanagari with repha': 'कार्तिक शर्मा',
  'Devanagari with a zero-width joiner': 'मनीष र्\u200dहस्व',
  'Devanagari with a zero-width non-joiner': 'राम क्\u200cष',
  Bengali: 'শ্রীকান্ত চট্টোপাধ্যায়',
  'Bengali with a zero-width joiner': 'কার্তিক র\u200d্যাম',
  'Tamil with split vowels': 'சுப்பிரமணியம் கௌரி',
  'Tamil with a ligature': 'ஸ்ரீநிவாசன்',
  'Thai with stacked marks': 'กิ๊ฟ น้ำทิพย์ เก่งที่สุด',
  Georgian: 'გიორგი შევარდნაძე',
  Armenian: 'Արմեն Հակոբյան',
  'Yoruba with marks that have no composed letter': 'Ọláyínká Adébáyọ̀',
  'Latin, then Hebrew, then Latin': 'Anna Müller-כהן Ltd',
  'Arabic, then Latin, then Arabic': 'شركة ABC للتجارة',
  'emoji that are joined to one': 'Jane 👩\u200d👩\u200d👧 👍🏽',
  'letters of mathematics and a tick': '𝕵𝖆𝖓𝖊 ✔ № Ⅳ',
  Greek: 'Ελένη Παπαδοπούλου',
  Cyrillic: 'Наталія Їжак',
};

/** Names that need system fonts. */
export const CJK_NAMES: Readonly<Record<string, string>> = {
  Japanese: '田中 太郎',
  'Japanese with a variation sequence': '葛\u{e0100}城 ユキ',
  Korean: '김철수',
  'Chinese, simplified': '王小明',
  'Chinese, traditional': '陳大文',
  'Chinese beyond the first plane': '𠮷田 恵',
};

/** Text extracted from a PDF, without the direction marks that the tools and the service put around names. */
export const undirected = (text: string): string =>
  text.replace(/[\u200e\u200f\u202a-\u202c\u2066-\u2069]/g, '');
