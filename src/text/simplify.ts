// Traditional and simplified, of the characters that the patterns for refusals are written with.
const pairs =
  "無无這这檔档資资關关於于說说給给訊讯沒没確确認认個个題题問问對对據据參参現现從从內内裡里裏里結结細细節节記记載载錄录數数間间與与為为難难辦办條条" +
  "獲获見见談谈論论議议協协幫帮滿满處处評评訪访覽览執执業业員员戶户學学單单訂订產产總总雖虽盡尽項项實实際际該该簡简斷断導导詳详釋释標标準准檢检" +
  "尋寻詢询遺遗請请謝谢暫暂並并還还卻却僅仅寫写達达闡阐線线語语們们體体夠够麼么誰谁讓让話话圍围況况後后當当過过續续將将聯联繫系絡络隨随嗎吗錯错證证測测" +
  "統统應应來来時时樣样類类庫库紀纪絕绝務务會会";

const simplified = new Map<string, string>();
for (let at = 0; at + 1 < pairs.length; at += 2) simplified.set(pairs.charAt(at), pairs.charAt(at + 1));

const traditional = new RegExp(`[${[...simplified.keys()].join("")}]`, "g");

/** The text with the traditional characters of common words written in their simplified form. Character for character, so offsets hold. */
export function simplify(text: string): string {
  return text.replace(traditional, (character) => simplified.get(character) ?? character);
}
