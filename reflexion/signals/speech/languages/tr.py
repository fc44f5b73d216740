"""Turkish. Words stand without accents, as they are matched (dotless i is i)."""

from __future__ import annotations

FILLERS = [
    "lutfen",
    "hey",
    "selam",
    "merhaba",
    "tamam",
    "ok",
    "okay",
    "peki",
    "ya",
    "ah",
    "sey",
    "bak",
    "dinle",
    "tesekkurler",
    "claude",
    "evet",
    "ve",
    "ama",
    "aslinda",
    "bir",
    "dakika",
]
JOINERS = ["ve", "ama", "cunku", "yani"]

CLASSES = {
    "work": "ekle olustur yaz duzelt uret goster acikla bul kontrol sil kaldir guncelle cevir tasi calistir test incele degistir",
    "tool": "komut komutu komutlari betik betigi script scripti arac araci aracin skill skilli becerisi eklenti eklentisi hook kancasi ajan ajani mcp linter",
}

CUES = {
    "fine": "\n ^ hayir ,|. tesekkur~|gerek|sorun|tamam|boyle|devam\n ^ hayir tesekkur~\n ^ sorun|problem|onemli|gerek|farketmez|acele|hata degil|yok\n ^ fark etmez\n ^ bos ver\n ^ simdi|henuz degil\n ^ bilmiyorum",
    "deny": "\n ^ hayir ,|.|-|:|!|\u2014|; **\n ^ hayir + +\n ^ hayir $\n ^ yanlis|olmaz|oyle ,|.|:|!|degil|$",
    "wrong": "\n bu|o|bunlar ** yanlis|hatali|dogru|oyle degil|$|,|.|:\n yanlis anladin|anlamissin|yapmissin|yapiyorsun|dosya|yer\n karistirdin|karistiriyorsun\n oyle degil\n demek istedigim\n ters yapmissin|anladin",
    "told": "\n soyledim|soylemistim|demistim|soyledigim|belirtmistim|istemistim|anlatmistim|dedim\n sana ** soyledim|dedim|demistim\n kac kere|kez|defa\n yine|gene **  ~din|~dun|~tin|~mis|~sin|~sun\n ikinci|ucuncu|dorduncu kez|kere|defa\n anlasmistik|konusmustuk|kararlastirmistik\n hala ~yorsun",
    "whyyou": "neden|niye ** degistirdin|sildin|dokundun|kullandin|kullaniyorsun",
    "stop": "\n birak|kes|vazgec $|artik|su|~meyi|~mayi\n ~meyi|~mayi birak|kes\n bir daha ** ~ma|~me\n dokunma",
    "instead": "\n yerine ** kullan|kullanin|kullanalim|yaz|tercih|sec\n kullan|kullanin , + degil\n degil , ** kullan\n tercih ederim|ederiz",
    "rule": "\n bundan|simdiden sonra|boyle|itibaren\n artik **\n bir dahaki|dahakine\n gelecekte\n her zaman|seferinde\n her defasinda\n kural|kuralimiz :|su\n istisnasiz\n hicbir sekilde|kosulda\n aksi soylenmedikce\n varsayilan olarak",
    "remember": "\n unutma|unutmayin|hatirla|aklinda|akilda\n not al|et|:\n hafizana|bellege|hafizaya|notlara\n onemli|dikkat :|,\n bilgin olsun",
    "always": "\n asla|hicbir|sakin ** ~ma|~me|~mayin|~meyin|~maz|~mez|~miyoruz|~muyoruz\n daima|mutlaka|hep ** ~\n her zaman",
    "here": "\n biz|burada ** ~iyoruz|~uyoruz|kullaniyoruz\n kullaniyoruz|kullanmiyoruz|yaziyoruz|tutuyoruz|yapiyoruz|yapmiyoruz\n bu projede|repoda|depoda|takimda|kodda\n projemizde|takimimizda|repomuzda|ekibimizde\n bu proje|repo ** kullaniyor|kullanir",
    "ban": "\n yasak|yasaktir|zorunlu|zorunludur|otomatik\n izin yok|verilmiyor\n ~mamali|~memeli|~mamalisin|~memelisin\n artik yok|kullanilmiyor|desteklenmiyor",
    "forbid": "\n ~ma|~me|~mayin|~meyin $\n kullanma|ekleme|degistirme|silme|dokunma|yazma|yapma|commitleme|pushlama|kurma|duzenleme\n sormadan|izinsiz\n once ** sor",
    "must": "\n ~mali|~meli|~malidir|~melidir $\n her|tum|butun ** ~mali|~meli|olmali|gerekir|gerekiyor|sahip|zorunda\n sadece|yalnizca **  ~bilir|~malidir|~meli|~mali\n gerekir|gerekiyor|lazim|zorunda $",
    "cond": "\n ~meden|~madan once **\n ~dikten|~diktan|~duktan|~tiktan sonra **\n ~rsan|~rsen|~irsan|~ersen **\n her + once|sonra",
    "contrast": "\n , ** degil $\n degil ,|$ **\n yerine **",
    "slip": "\n unuttun|unutmussun|atladin|bozdun",
    "youdid": "~missin|~dunuz|kullanmissin|kullandin|eklemissin|silmissin",
    "reason": "\n cunku **\n yoksa **\n yuzden",
    "oneoff": "\n simdilik|bugun|yarin|sonra $\n henuz",
    "hedge": "\n ^ sanirim|galiba|belki\n kullanicilar|musteriler",
    "question": "\n mi|mu|miyiz|misin|musun|midir|mudur $|**\n ^ neden|nasil|ne|kim|nerede|hangi|kac|niye **",
    "task": "\n ekle|olustur|duzelt|goster|acikla|incele|calistir|guncelle $\n @work ~ $\n ~bilir misin|misiniz",
    "product": "buton|butonu|dugme|sayfa|sayfasi|ekran|kullanici|kullanicilar|musteri|renk|renk|baslik|liste|sepet|pencere",
    "bad": "\n cokuyor|acilmiyor|kapanmiyor|yuklenmiyor|gorunmuyor",
    "praise": "\n mukemmel|harika|super|muhtesem|sahane|cok\n tam",
    "likethis": "\n tam boyle|istedigim|olarak|da\n boyle olmali|devam|istiyorum|yapalim\n hep|her boyle|zaman|yerde",
    "tool": "\n @tool ** ~miyor|~muyor|takiliyor|donuyor|cokuyor|siliyor|bozuyor|kayboluyor|unutuyor|atliyor|veriyor|sadece|yanlis|iki|yok\n \u00a4cmd ** ~miyor|~muyor|takiliyor|donuyor|cokuyor|siliyor|bozuyor|veriyor",
    "fixit": "\n duzelt|bak|incele|yardim $\n misin|misiniz\n neden|niye",
    "bare": "\n ^ hayir|yanlis $\n ^ bu|o yanlis|dogru|oyle degil? $",
    "lead": "\n ^ hayir|yanlis ,|.|-|:|!\n ^ bu|o yanlis|dogru degil? ,|.|:|-\n ^ sana ** soyledim|dedim ,|:\n ^ bundan sonra ,|:?\n ^ unutma ,|:\n ^ aslinda ,?",
}
