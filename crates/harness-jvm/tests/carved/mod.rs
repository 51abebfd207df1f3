//! The calls that a test made, carved out of a run of it.

use crate::common::{Model, stage, ty};
use trine_machine::Ignore;
use trine_testcase::objects::{CarvedCall, CarvedValue, Ended, Primitive};

const SOURCE: &str = r#"
package shop;
import java.util.function.IntSupplier;
public class Account {
    public enum Kind { SMALL, LARGE }
    private final String owner;
    private Kind kind = Kind.SMALL;
    private long balance;
    public Account(String owner, Integer balance) { this.owner = owner; this.balance = balance; }
    public Account become(Kind kind) { this.kind = kind; return this; }
    public long take(int[] coins) {
        for (int coin : coins) { if (coin < 0) throw new IllegalArgumentException(); balance += coin; }
        return balance;
    }
    public int ask(IntSupplier supplier) { return supplier.getAsInt(); }
    public boolean same(Account other, Class<?> of) { return other == this && of == Account.class; }
    public String owner() { return owner; }
    public static Account of(String owner) { return new Account(owner, 0); }
}
class AccountTest {
    private final Account account = Helper.account("Ada");
    void uses() {
        account.become(Account.Kind.LARGE).take(new int[] { 5, 7 });
        try { account.take(new int[] { -1 }); } catch (IllegalArgumentException expected) { }
        account.ask(() -> account.owner().length());
        account.same(account, Account.class);
        Account.of(account.owner());
    }
}
class Helper { static Account account(String owner) { return new Account(owner, 30); } }
"#;

fn call(
    name: &str,
    receiver: Option<usize>,
    args: Vec<CarvedValue>,
) -> (String, Option<CarvedValue>, Vec<CarvedValue>) {
    (name.to_owned(), receiver.map(CarvedValue::Call), args)
}

#[test]
fn calls_of_the_test_and_its_helpers_are_carved_with_their_values() {
    let mut model = Model::new("shop");
    model.class("shop/AccountTest").constructor("()V").method("uses", "()V");
    let mut stage = stage("carving", SOURCE, &model);
    stage.parts().1.hierarchy().carve(["shop/AccountTest", "shop/Helper"].map(str::to_owned));
    let mut test = model.sequence();
    let object = test.call("shop/AccountTest", "<init>", None, &[]);
    test.call("shop/AccountTest", "uses", Some(object), &[]);
    let (run, calls) = stage.run_carving(&test.finish(), &mut Ignore);
    assert_eq!(run.ended, Ended::Returned);
    let of_account: Vec<&CarvedCall> = calls.iter().filter(|call| call.class == "shop/Account").collect();
    let at = |position: usize| {
        calls.iter().position(|call| std::ptr::eq(call, of_account[position])).expect("it is one of them")
    };
    let ints = |values: &[u32]| {
        let elements = values.iter().map(|&value| CarvedValue::Primitive(Primitive::Int, value.into()));
        CarvedValue::Array(ty("[I"), elements.collect())
    };
    let text = |text: &str| CarvedValue::Text(text.encode_utf16().collect());
    let kind = CarvedValue::Constant("shop/Account$Kind".to_owned(), "LARGE".to_owned());
    let account = at(0);
    let expected = [
        call("<init>", None, vec![text("Ada"), CarvedValue::Boxed(Primitive::Int, 30)]),
        call("become", Some(account), vec![kind]),
        // What it gives is the object that is known already.
        call("take", Some(account), vec![ints(&[5, 7])]),
        call("take", Some(account), vec![ints(&[u32::MAX])]),
        // `owner`, called by the lambda, is called within this call.
        call("ask", Some(account), vec![CarvedValue::Unknown]),
        call(
            "same",
            Some(account),
            vec![CarvedValue::Call(account), CarvedValue::ClassObject(ty("Lshop/Account;"))],
        ),
        call("owner", Some(account), vec![]),
        call("of", None, vec![text("Ada")]),
    ];
    let seen: Vec<_> =
        of_account.iter().map(|call| (call.name.clone(), call.receiver.clone(), call.args.clone())).collect();
    assert_eq!(seen, expected);
    let threw: Vec<bool> = of_account.iter().map(|call| call.threw).collect();
    assert_eq!(threw, [false, false, false, true, false, false, false, false]);
}

#[test]
fn a_class_that_is_not_to_be_carved_tells_nothing() {
    let mut model = Model::new("shop");
    model.class("shop/AccountTest").constructor("()V").method("uses", "()V");
    let mut stage = stage("not-carving", SOURCE, &model);
    let mut test = model.sequence();
    let object = test.call("shop/AccountTest", "<init>", None, &[]);
    test.call("shop/AccountTest", "uses", Some(object), &[]);
    let (run, calls) = stage.run_carving(&test.finish(), &mut Ignore);
    assert_eq!((run.ended, calls), (Ended::Returned, Vec::new()));
}
