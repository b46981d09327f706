/** What sets aside what the judge was told ("Ignore all previous instructions"), in the languages that attacks are written in. */
export const overrides: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,20}\b(?:previous|prior|above|earlier|preceding|your|system|these)\b.{0,20}\b(?:instructions?|prompts?|rules|guidelines|directives)\b/iu,
  /\b(?:ignore|disregard|forget)\b,? (?:all |everything |anything )?(?:of )?(?:(?:the )?(?:above|foregoing|(?:context|text|documents?|passages?|data|chunks?) (?:above|below|before))\b|(?:that )?you (?:were|have been|are) told\b|everything (?:else|before|above)\b)/iu,
  /\bignore[_-](?:all[_-])?previous\b|\bnew (?:task|instructions?)\W*[:：]|(?:^|[\s[("'-])(?:end of (?:data|context|chunk|input)\W*(?:$|[\n\])])|begin (?:admin|system) message\b)|\b(?:developer|debug|admin) mode\b.{0,40}(?:$|\b(?:report|say|accept|confirm|output)\b)/iu,
  // The verb first: Latin, Cyrillic, Greek, Hebrew, Arabic, Thai, Vietnamese, Indonesian.
  /(?:ignor(?:ez|er|a|e|ad|iere[nt]?|are|uj|era|ă)|oublie[zr]?|olvid[ae]|esque(?:ce|ça)|vergiss|vergessen sie|missachte[nt]?|dimentica|negeer|vergeet|zignoruj|zapomnij|glöm|glem|ohita|unohda|abaikan|lupakan|bỏ qua|hãy quên).{0,40}(?:instru[ckçțt]\p{L}*|anweisung\p{L}*|anvisning\p{L}*|consignes?|istruzion[ie]|polece\p{L}*|pokyn\p{L}*|ohje\p{L}*|utasítás\p{L}*|perintah|hướng dẫn|chỉ thị|talimat\p{L}*)/iu,
  /(?:игнорир\p{L}*|забудь\p{L}*|ігнору\p{L}*).{0,40}(?:инструкц\p{L}*|указани\p{L}*|інструкц\p{L}*|вказівк\p{L}*)|(?:αγν[οό]ησ\p{L}*|ξέχνα|ξεχάστε).{0,40}(?:οδηγ[ιί]\p{L}*|εντολ\p{L}*)|(?:התעלם|התעלמו|שכח).{0,40}הוראות|(?:تجاهل|انس).{0,20}(?:التعليمات|الأوامر)|(?:ละเว้น|เพิกเฉย|ลืม).{0,30}(?:คำ|คํา)(?:สั่ง|แนะ)/iu,
  // The verb last.
  /(?:talimat|yönerge)\p{L}*.{0,40}(?:yok say|görmezden gel|dikkate alma|unut)|utasítás\p{L}*.{0,40}figyelmen kívül|figyelmen kívül.{0,40}utasítás|(?:निर्देश|आदेश).{0,24}(?:अनदेखा|भूल)/iu,
  /(?:忽略|无视|忘记|無視|忘掉|不要理会).{0,12}(?:之前|以上|上述|先前|所有|全部|前面).{0,8}(?:指令|指示|说明|說明|提示|规则|規則)|(?:指示|命令|指令).{0,4}(?:を|は)(?:すべて|全て)?(?:無視|忘れ)|(?:지시|명령).{0,8}(?:무시|잊)/u,
];
