// cspell:ignore Mend -- the code of a script
/**
 * Reads names of Unicode classes of the platform's engine: those without case and separators, and how Unicode writes them.
 *
 * Source: `PropertyAliases.txt` and `PropertyValueAliases.txt` of Unicode 16, compared with the official build, which
 * has neither surrogates nor `Changes_When_NFKC_Casefolded`.
 */
const names = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(/\s+/).map((name) => [name.toLowerCase().replaceAll('_', ''), name]));

/** Lists the values of `General_Category`. */
export const CATEGORIES =
  names(`Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl Currency_Symbol Sc
  Dash_Punctuation Pd Decimal_Number Nd digit Enclosing_Mark Me Final_Punctuation Pf Format Cf
  Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter Ll Mark M
  Combining_Mark Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N
  Open_Punctuation Ps Other C Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So
  Paragraph_Separator Zp Private_Use Co Punctuation P punct Separator Z Space_Separator Zs
  Spacing_Mark Mc Symbol S Titlecase_Letter Lt Unassigned Cn Uppercase_Letter Lu`);

/** Lists the long names of `Script`. */
const LONG_SCRIPTS = `Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali
  Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian
  Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret
  Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian
  Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo
  Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian
  Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi
  Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic
  Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive
  Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari
  New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic
  Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya
  Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic
  Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo
  Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut
  Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi
  Zanabazar_Square Garay Gurung_Khema Kirat_Rai Ol_Onal Sunuwar Todhri Tulu_Tigalari`;

/** Lists the long names and codes of `Script`. */
export const SCRIPTS = names(`${LONG_SCRIPTS} Gara Gukh Krai
  Onao Sunu Todr Tutg Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah
  Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba
  Elym Ethi Gara Geor Glag Gong Gonm Goth Gran Grek Gujr Gukh Guru Hang Hani Hano Hatr Hebr Hira Hluw
  Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Krai Kthi Lana Laoo Latn Lepc Limb
  Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Miao Mlym Modi Mong Mroo Mtei
  Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Orya Osge Osma Ougr Palm Pauc Perm
  Phag Phli Phlp Phnx Plrd Prti Qaac Qaai Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind
  Sinh Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt Telu Tfng Tglg
  Thaa Thai Tibt Tirh Tnsa Todr Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb Zinh
  Zyyy`);

/** Lists the Unicode classes of RE2, case-sensitive: categories by code, scripts by long name, and the other properties of `re2js`. */
export const RE2_CLASSES: ReadonlySet<string> = new Set(
  `C Cc Cf Cn Co Cs L LC Lc Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
  Any Ascii Assigned ASCII_Hex_Digit Alphabetic Dash Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base
  Emoji_Presentation Extended_Pictographic Hex_Digit Lowercase Math Quotation_Mark Terminal_Punctuation Uppercase
  White_Space ${LONG_SCRIPTS}`.split(/\s+/),
);

/** Lists the binary properties. */
export const BINARY_PROPERTIES =
  names(`ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M
  Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM
  Changes_When_Lowercased CWL Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash
  Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component Emoji_Modifier
  Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender Ext Grapheme_Base Gr_Base
  Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST IDS_Unary_Operator IDSU
  ID_Compat_Math_Continue ID_Compat_Math_Start ID_Continue
  IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower
  Math Modifier_Combining_Mark MCM Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark
  QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term
  Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC
  XID_Start XIDS`);

/** Lists the values of the other properties, by short and long names. */
const GRAPHEME_BREAK = names(
  'CN Control CR EB E_Base EBG E_Base_GAZ EM E_Modifier EX Extend GAZ Glue_After_Zwj L LF LV LVT PP Prepend RI Regional_Indicator SM SpacingMark T V XX Other ZWJ',
);
const WORD_BREAK = names(
  'CR DQ Double_Quote EB E_Base EBG E_Base_GAZ EM E_Modifier EX ExtendNumLet Extend FO Format GAZ Glue_After_Zwj HL Hebrew_Letter KA Katakana LE ALetter LF MB MidNumLet ML MidLetter MN MidNum NL Newline NU Numeric RI Regional_Indicator SQ Single_Quote WSegSpace XX Other ZWJ',
);
const SENTENCE_BREAK = names(
  'AT ATerm CL Close CR EX Extend FO Format LE OLetter LF LO Lower NU Numeric SC SContinue SE Sep SP Sp ST STerm UP Upper XX Other',
);
const AGES = names(
  '1.1 2.0 2.1 3.0 3.1 3.2 4.0 4.1 5.0 5.1 5.2 6.0 6.1 6.2 6.3 7.0 8.0 9.0 10.0 11.0 12.0 12.1 13.0 14.0 15.0 15.1 16.0 v11 v20 v21 v30 v31 v32 v40 v41 v50 v51 v52 v60 v61 v62 v63 v70 v80 v90 v100 v110 v120 v121 v130 v140 v150 v151 v160',
);

/** Maps the properties with values, by short and long names, to their values. */
export const VALUED_PROPERTIES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['gc', CATEGORIES],
  ['generalcategory', CATEGORIES],
  ['sc', SCRIPTS],
  ['script', SCRIPTS],
  ['scx', SCRIPTS],
  ['scriptextensions', SCRIPTS],
  ['age', AGES],
  ['gcb', GRAPHEME_BREAK],
  ['graphemeclusterbreak', GRAPHEME_BREAK],
  ['wb', WORD_BREAK],
  ['wordbreak', WORD_BREAK],
  ['sb', SENTENCE_BREAK],
  ['sentencebreak', SENTENCE_BREAK],
]);

/**
 * Returns a name as classes compare it: without case, spaces, `-`, `_` and a leading `is` (UAX44-LM3), as `regex-syntax` does.
 */
export const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
    .replace(/^is(?!c$)/, '');
